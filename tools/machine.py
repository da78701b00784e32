"""A computer that has never run the program: a minimal Debian system in a folder, entered with chroot.

It uses the mirror and index that apt, pip and uv have configured on the host. Call these functions only in separate
namespaces (`in_namespaces`). Mounts and processes end with the namespace, so no folder is ever deleted while something is
mounted in it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 1800
"""Timeout for any step, in seconds."""
CERTIFICATES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
INDEXES = ("PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT", "UV_DEFAULT_INDEX", "http_proxy", "https_proxy", "no_proxy")
CERTIFICATES_FILE = "/etc/certificates-of-the-host.pem"


class StepFailed(Exception):
    """A step that failed, with the last lines of its output."""


def in_namespaces(command: list[str]) -> list[str]:
    """Return the command, wrapped to run in its own mount and process namespaces."""
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private", *command]


def mirrors(release: str) -> list[str]:
    """Return the apt source lines for a release, using the host's Debian mirror. Raises Failed."""
    known = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN)|$(LABEL)|$(REPO_URI)", "Created-By: Packages"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = dict(line.strip().rsplit("|", 1) for line in known.stdout.splitlines() if line.startswith("Debian|"))
    if "Debian|Debian" not in found:
        raise StepFailed("apt on this computer has no mirror of Debian")
    lines = [f"deb {found['Debian|Debian']} {release} main"]
    if "Debian|Debian-Security" in found:
        lines.append(f"deb {found['Debian|Debian-Security']} {release}-security main")
    return lines


def variables() -> dict[str, str]:
    """Return the environment for commands on the machine: a clean one, plus the host's package indexes."""
    kept = {name: os.environ[name] for name in INDEXES if name in os.environ}
    with contextlib.suppress(OSError):
        index = subprocess.run(["pip", "config", "get", "global.index-url"], capture_output=True, text=True)
        if index.returncode == 0:
            kept.setdefault("PIP_INDEX_URL", index.stdout.strip())
    if any(name in os.environ for name in CERTIFICATES):
        kept |= dict.fromkeys(CERTIFICATES, CERTIFICATES_FILE)
    return kept | {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "TERM": "dumb"}


def make_base(release: str, base: Path) -> None:
    """Make a minimal Debian system of a release in a folder, with make and certificates. Raises Failed."""
    sources = mirrors(release)
    base.mkdir(parents=True, exist_ok=True)
    if not (base / "usr" / "bin" / "apt-get").exists() or (base / "debootstrap").exists():
        run_command(["debootstrap", "--variant=minbase", release, str(base), sources[0].split()[1]])
    (base / "etc/apt/sources.list").write_text("\n".join(sources) + "\n")
    shutil.copy("/etc/resolv.conf", base / "etc/resolv.conf")
    proxies = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout.splitlines()
    (base / "etc/apt/apt.conf.d/90host").write_text("".join(f"{line}\n" for line in proxies if "::Proxy" in line))
    # The machine is thrown away, so nothing has to be synced to disk.
    (base / "etc/dpkg/dpkg.cfg.d/unsafe").write_text("force-unsafe-io\n")
    refusing = base / "usr/sbin/policy-rc.d"
    refusing.write_text("#!/bin/sh\nexit 101\n")
    refusing.chmod(0o755)
    trusted = next((os.environ[name] for name in CERTIFICATES if name in os.environ), None)
    if trusted:
        shutil.copy(trusted, base / CERTIFICATES_FILE[1:])
    with open_base(base):
        run_command(
            [
                "chroot",
                str(base),
                "env",
                "-i",
                *pairs(variables()),
                "sh",
                "-ec",
                "apt-get update -qq && " + apt("make ca-certificates"),
            ]
        )


@contextlib.contextmanager
def open_base(base: Path) -> Any:
    """Open the base system for changes."""
    subprocess.run(["mount", "-t", "proc", "proc", base / "proc"], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", base / "proc"], check=True)


def apt(packages: str) -> str:
    """Return the shell command that installs Debian packages."""
    return f"DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends {packages}"


def pairs(values: dict[str, str]) -> list[str]:
    """Return variables as arguments for `env`."""
    return [f"{name}={value}" for name, value in values.items()]


def run_command(command: list[str], log: Path | None = None, may_fail: bool = False) -> str:
    """Run a command and return its output. Raises Failed if it fails, unless `may_fail`."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        errors="replace",
    )
    if log:
        with log.open("a") as file:
            file.write(f"$ {command[-1]}\n{done.stdout}\n")
    if done.returncode and not may_fail:
        raise StepFailed(f"{command[-1].splitlines()[0][:100]} -> {done.returncode}: {last_lines(done.stdout)}")
    return f"{done.stdout}\n[{done.returncode}]" if may_fail else done.stdout


def last_lines(text: str, count: int = 4) -> str:
    """Return the last lines of an output, joined into one."""
    return " / ".join([line.strip() for line in text.splitlines() if line.strip()][-count:])[-500:]


class Machine:
    """A base system with layers over it, and a writable layer in `folder` for all changes."""

    def __init__(self, folder: Path, lower: list[Path], cache: Path) -> None:
        self.folder, self.root, self.log = folder, folder / "root", folder / "log"
        if folder.exists():
            # This namespace has no mounts yet, and rm must never cross one.
            run_command(["rm", "-rf", "--one-file-system", str(folder)])
        for name in ("root", "upper", "work"):
            (folder / name).mkdir(parents=True)
        layers = ":".join(map(str, lower))
        self.mount(
            "-t", "overlay", "overlay", "-o", f"lowerdir={layers},upperdir={folder}/upper,workdir={folder}/work", self.root
        )
        self.mount("-t", "proc", "proc", self.root / "proc")
        self.mount("-t", "tmpfs", "tmpfs", self.root / "dev/shm")
        for name, inside in {"apt": "var/cache/apt/archives", "pip": "var/cache/pip", "uv": "var/cache/uv"}.items():
            (cache / name).mkdir(parents=True, exist_ok=True)
            run_command(["chmod", "-R", "a+rwX", str(cache / name)])
            (self.root / inside).mkdir(parents=True, exist_ok=True)
            self.mount("--bind", cache / name, self.root / inside)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.started: subprocess.Popen[bytes] | None = None

    def mount(self, *words: str | Path) -> None:
        """Mount something until this namespace ends."""
        subprocess.run(["mount", *map(str, words)], check=True)

    def command(self, text: str, user: str = "root", folder: str | None = None, **more: str) -> list[str]:
        """Return the command that runs a shell script on the machine, as a user in their home folder."""
        home = "/root" if user == "root" else f"/home/{user}"
        values = variables() | {"HOME": home, "PIP_CACHE_DIR": "/var/cache/pip", "UV_CACHE_DIR": "/var/cache/uv"} | more
        become = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        return ["chroot", str(self.root), *become, "env", "-i", *pairs(values), "sh", "-ec", f"cd {folder or home}\n{text}"]

    def run(self, text: str, user: str = "root", folder: str | None = None, may_fail: bool = False, **more: str) -> str:
        """Run a shell script on the machine and return its output.

        Raises Failed. With `may_fail`, the output ends with the exit status in brackets instead.
        """
        return run_command(self.command(text, user, folder, **more), self.log, may_fail)

    def start(self, text: str, user: str = "root", folder: str | None = None, ready: str = "/up", **more: str) -> None:
        """Start a server on `port` and wait until it answers. Raises Failed."""
        with self.log.open("ab") as log:
            log.write(f"$ {text}\n".encode())
            log.flush()
            self.started = subprocess.Popen(
                self.command(text, user, folder, **more), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.started.poll() is not None:
                raise StepFailed(
                    f"{text}: ended with {self.started.returncode}: {last_lines(self.log.read_text(errors='replace'))}"
                )
            with contextlib.suppress(OSError):
                if ask(self.url + ready)[0] == 200:
                    return
            time.sleep(0.5)
        raise StepFailed(f"{text}: {ready} does not answer: {last_lines(self.log.read_text(errors='replace'))}")

    def stop(self) -> None:
        """Stop the server as Ctrl-C does. Raises Failed if it does not end."""
        assert self.started
        os.killpg(self.started.pid, signal.SIGINT)
        try:
            self.started.wait(60)
        except subprocess.TimeoutExpired as error:
            raise StepFailed("Ctrl-C did not end it within a minute") from error

    def clone(self, inside: str, owner: str = "root", commit: str = "HEAD") -> None:
        """Clone the current commit, or another one, into the machine."""
        target = self.root / inside.lstrip("/")
        head = run_command(["git", "-C", str(ROOT), "rev-parse", commit]).strip()
        run_command(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(target)])
        run_command(["git", "-C", str(target), "checkout", "--quiet", "--detach", head])
        self.run(f"chown -R {owner}:{owner} {inside}")

    def untouched(self, inside: str) -> bool:
        """Return whether a clone has no changes, ignored files included."""
        target = self.root / inside.lstrip("/")
        return not run_command(["git", "-c", "safe.directory=*", "-C", str(target), "status", "--porcelain", "--ignored"]).strip()


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ask(url: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, bytes]:
    """Return the status and body of a response to a GET, or to a POST if there is a JSON body."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | {
        "Content-Type": "application/json",
        "Accept-Language": "en",
    }
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), sent)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=300) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()
