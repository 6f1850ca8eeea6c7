# SPDX-License-Identifier: Apache-2.0
"""A Chromium without a screen, and one page in it, over its DevTools protocol."""

import base64
import json
import os
import select
import subprocess
import tempfile
import time

LIMIT = 60  # Seconds that anything may take.
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
        "Backspace": 8, "Space": 32, "i": 73}


class Chromium:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        take, said = os.pipe()
        heard, give = os.pipe()
        words = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
                 "--hide-scrollbars", f"--user-data-dir={self.folder.name}", "about:blank"]
        # It reads from the file 3 and writes to the file 4.
        self.process = subprocess.Popen(["bash", "-c", f'exec "$@" 3<&{take} 4>&{give}', "bash", *words], pass_fds=(take, give),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(take)
        os.close(give)
        self.said, self.heard, self.bytes, self.number, self.session, self.events = said, heard, b"", 0, None, []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=LIMIT)
        self.folder.cleanup()

    def read(self):
        limit = time.monotonic() + LIMIT
        while b"\0" not in self.bytes:
            left = limit - time.monotonic()
            assert left > 0 and select.select([self.heard], [], [], left)[0], "Chromium says nothing"
            more = os.read(self.heard, 1 << 20)
            assert more, "Chromium has ended"
            self.bytes += more
        message, _, self.bytes = self.bytes.partition(b"\0")
        return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.said, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer)
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        # The same page with another fragment would not be opened anew.
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'", "it opens")

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, (expression, answer)
        return answer["result"].get("value")

    def until(self, expression, what=None):
        limit = time.monotonic() + LIMIT
        while not self.value(f"Boolean({expression})"):
            assert time.monotonic() < limit, (what or expression, self.value("document.body.innerText.slice(-2000)"))
            time.sleep(0.05)

    def press(self, key, times=1, modifiers=0):
        for _ in range(times):
            common = {"key": " " if key == "Space" else key, "code": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": modifiers}
            text = {} if modifiers else {"Enter": {"text": "\r"}, "Space": {"text": " "}}.get(key, {})
            self.ask("Input.dispatchKeyEvent", type="keyDown", **common, **text)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def click(self, expression):
        """With the mouse, where the element is."""
        x, y = self.value(f"(() => {{ const one = {expression}; one.scrollIntoView({{block: 'center'}}); const box = one.getBoundingClientRect();"
                          " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def size(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def complaints(self):
        """What the page or the browser found wrong."""
        return [event for event in self.events if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
