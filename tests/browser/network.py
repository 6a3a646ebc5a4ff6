"""A network between a browser and a server that can be pulled and put back."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class Network:
    """Passes connections on to a server for as long as it is not pulled.

    Args:
        address: The server, as `http://host:port`.
    """

    def __init__(self, address: str) -> None:
        target = urlsplit(address)
        self._target = (target.hostname or "", target.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._is_pulled = False
        self._is_closed = False
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Cut every connection, and let no new one through."""
        with self._lock:
            self._is_pulled = True
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _end(pair)

    def put_back(self) -> None:
        with self._lock:
            self._is_pulled = False

    def close(self) -> None:
        self._is_closed = True
        self.pull()
        self._listener.close()

    def _accept(self) -> None:
        while not self._is_closed:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                is_pulled = self._is_pulled
            try:
                far = None if is_pulled else socket.create_connection(self._target)
            except OSError:
                far = None
            if far is None:
                near.close()
                continue
            with self._lock:
                self._pairs.append((near, far))
            threading.Thread(target=_pass_on, args=(near, far), daemon=True).start()


def _pass_on(near: socket.socket, far: socket.socket) -> None:
    with selectors.DefaultSelector() as selector:
        try:
            selector.register(near, selectors.EVENT_READ, far)
            selector.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in selector.select():
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.sendall(data)
        except (OSError, ValueError):
            return
        finally:
            _end((near, far))


def _end(pair: tuple[socket.socket, socket.socket]) -> None:
    for end in pair:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
