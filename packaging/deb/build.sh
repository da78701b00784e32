#!/usr/bin/env bash
# Builds dist/deuxcents_VERSION_ARCHITECTURE.deb from a wheel (packaging/deb/build.sh dist/deuxcents-….whl), for the release of Debian or
# Ubuntu and the kind of processor that it runs on: the program and every Python package it needs, in /opt/deuxcents, run by the system's
# own Python. Installing it fetches nothing but Debian's own packages.
set -euo pipefail
cd "${BASH_SOURCE[0]%/*}/../.."
. tools/common.sh

wheel=${1:?which wheel}
version=${wheel##*/deuxcents-}
version=${version%%-*}
python=/usr/bin/python3
[ -x "$python" ] && "$python" -c 'import venv' 2>/dev/null ||
    { say "The package is run by the system's own Python, which is not there. Please run as root: apt-get install python3 python3-venv"; exit 1; }
new_enough "$python" || { say "$python is not a Python 3.11 or newer; the package is run by the system's own Python."; exit 1; }
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')
architecture=$(dpkg --print-architecture)

root=build/deb
home=$root/opt/deuxcents
rm -rf "$root"
mkdir -p "$root"
root=$(realpath "$root")
home=$root/opt/deuxcents

say "Putting the program and its packages together for Python 3.$minor on $architecture"
"$python" -m venv --without-pip "$home"
wanted=(--require-hashes --requirement requirements/run.txt)
if ! "$python" -c 'import sys; sys.exit(sys.maxsize < 2**32)'; then
    without_hashes requirements/run.txt >build/deb-versions.txt
    wanted=(--requirement build/deb-versions.txt)
fi
# The lock file names everything, so that nothing is looked for besides.
pip=(.venv/bin/python -m pip --python "$home/bin/python" --disable-pip-version-check --no-input --quiet)
pip+=(install --no-deps --no-compile --no-warn-script-location)
"${pip[@]}" "${wanted[@]}"
"${pip[@]}" "$wheel"

# What stands in files is where they will be, not where they were made.
find "$home/bin" -mindepth 1 ! -name 'python*' ! -name scorekeeper ! -name deuxcents -delete
find "$home" -name direct_url.json -delete
grep -rlIF "$root" "$home" | xargs -r sed -i "s|$root||g"
"$python" -m compileall -q -j 1 -s "$root" -p / --invalidation-mode unchecked-hash "$home/lib"

install -D -m 0644 packaging/systemd/deuxcents.service "$root/usr/lib/systemd/system/deuxcents.service"
install -D -m 0644 packaging/deb/default "$root/etc/default/deuxcents"
install -D -m 0755 packaging/deb/scorekeeper "$root/usr/bin/scorekeeper"
ln -s scorekeeper "$root/usr/bin/deuxcents"
install -D -m 0644 packaging/man/scorekeeper.1 "$root/usr/share/man/man1/scorekeeper.1"
gzip -9n "$root/usr/share/man/man1/scorekeeper.1"
documents=$root/usr/share/doc/deuxcents
install -D -m 0644 -t "$documents" README.md LICENSE
{ cat packaging/deb/copyright; sed 's/^$/./; s/^/ /' LICENSE; } >"$documents/copyright"
gzip -9nc CHANGELOG.md >"$documents/changelog.gz"

mkdir "$root/DEBIAN"
install -m 0755 -t "$root/DEBIAN" packaging/deb/postinst packaging/deb/prerm packaging/deb/postrm
echo /etc/default/deuxcents >"$root/DEBIAN/conffiles"
cat >"$root/DEBIAN/control" <<END
Package: deuxcents
Version: $version
Architecture: $architecture
Section: games
Priority: optional
Maintainer: the authors of 200 Scorekeeper <deuxcents@localhost>
Depends: python3 (>= 3.$minor), python3 (<< 3.$((minor + 1))), libpango-1.0-0, libpangoft2-1.0-0, fonts-dejavu-core, adduser, init-system-helpers
Recommends: fonts-vollkorn, fonts-lato
Suggests: postgresql
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Description: keeps score of 200 (Deux Cents) at the table and runs club tournaments
 The scorekeeper and tournament companion for 200, the partnership card game
 of New Brunswick, Quebec and Maine. Served by this computer to the phones in
 the house: after installing, open http://localhost:8200/.
END
(cd "$root" && find opt etc usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

mkdir -p dist
chmod -R u=rwX,go=rX "$root"
package=dist/deuxcents_${version}_${architecture}.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
say "$package"
