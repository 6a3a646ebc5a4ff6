"""Texts that want more than to be read, by kind; all of them name `evil`, so that what came of one is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_TITLE = "document.title='evil'"

ATTACKS = {
    "script": f"<script>{_TITLE}</script>",
    "remote script": '<script src="http://evil.example/a.js"></script>',
    "handler": f'<img src="http://evil.example/a.png" onerror="{_TITLE}">',
    "closed elements": f'</td></table></div></code></pre></style></textarea><img src=x onerror="{_TITLE}//evil">',
    "quoted attribute": f'" autofocus onfocus="{_TITLE}" data-evil="',
    "vector image": f'<svg data-evil onload="{_TITLE}"><a xlink:href="javascript:{_TITLE}"><text>evil</text></a></svg>',
    "style": "<style>@import url(http://evil.example/a.css); * { background: url(//evil.example/b.png) }</style>",
    "style of an element": '<p data-evil style="background: url(http://evil.example/c.png)">evil</p>',
    "comment": "<!-- evil --><!--[if IE]><b data-evil>evil</b><![endif]-->",
    "frame": '<iframe src="http://evil.example/f"></iframe><object data="//evil.example/o"></object>',
    "form": '<form action="http://evil.example/"><button data-evil>evil</button></form>',
    "page": '<base href="http://evil.example/"><meta http-equiv="refresh" content="0;url=http://evil.example/">',
    "remote image": "![evil](http://evil.example/d.png) ![evil][e]\n\n[e]: http://evil.example/e.png",
    "script link": f"[evil](javascript:{_TITLE}) [evil](JaVa&#x53;cript:{_TITLE}) <javascript:alert('evil')>",
    "odd links": "[evil](vbscript:evil) [evil](file:///evil) [evil](blob:evil) [evil](//evil.example/) [evil](/?evil)",
    "data link": "[evil](data:text/html;base64,PHNjcmlwdD5ldmlsPC9zY3JpcHQ+) ![evil](data:image/svg+xml,<svg/>)",
    "entities": "&lt;img src=x data-evil&gt; &#60;b data-evil&#62; &amp;lt;evil&amp;gt;",
    "directives": ":red[evil] :green-badge[evil] :material/home: :smile: :blue-background[evil] :small[evil]",
    "maths": "$evil$ and $$\\href{javascript:evil}{evil}$$ and \\(evil\\)",
    "template": "{{ evil.__class__ }} {% import evil %} ${evil} #{evil} <%= evil %>",
    "backwards": "evil \u202egnp.live\u202c \u2066evil\u2069 \u200bevil\u200d",
    "control characters": "evil \x1b[31mred\x1b[0m \x07 \x7f",
    "halves": "evil `` ` ```` ~~~ evil",
    "long": "evil" * 2500,
}

NAME = "evil_<img src=x onerror=alert(1)>_**b**_[x](javascript:alert(1))_$x$_:red[y]_&lt;b&gt;.py"
"""A file's name; slashes and control characters are refused before."""

SHORT = f'<img src=x data-evil onerror="{_TITLE}"> **b** [x](javascript:alert(1)) :red[y]'
"""For fields that take a few words."""

_ALIVE = """() => {
    const found = [];
    const look = root => root.querySelectorAll('*').forEach(it => {
        if (it.shadowRoot) look(it.shadowRoot);
        const own = it.cloneNode(false).outerHTML;
        const loads = it.matches('script, img, iframe, object, embed, link, base, meta, form, style, video, audio')
            && /evil/.test(own + (it.matches('script, style') ? it.textContent : ''));
        const link = it.matches('a[href]') && !/^(https?:|mailto:|#)/i.test(it.getAttribute('href'))
            && /evil|alert/i.test(own);
        const handles = [...it.attributes].some(each => /^on|^data-evil$/i.test(each.name));
        const drawn = it.matches('.katex, .stMarkdownBadge, .stMarkdownColoredText') && /evil/.test(it.textContent);
        if (loads || link || handles || drawn) found.push(own.slice(0, 300));
    });
    look(document);
    return found;
}"""


def came_alive(page: Page) -> list[str]:
    """Return the elements of a page that an attack has made, also those inside of components."""
    found: list[str] = page.evaluate(_ALIVE)
    return found
