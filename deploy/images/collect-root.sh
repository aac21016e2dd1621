#!/bin/sh
# collect-root <root> <program[=place]>...    puts programs into a root, with the libraries they load, the certificates of the web
# collect-root --finish <root> <uid> <dir>... gives the folders that are written to their owner, and all files one date
set -eu

if [ "$1" = --finish ]; then
  root=$2 uid=$3
  shift 3
  mkdir -p -m 1777 "$root/tmp"
  for folder in "$@"; do chown -R "$uid:$uid" "$root/$folder"; done
  find "$root" -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH:-0}" {} +
  exit
fi

root=$1
shift
mkdir -p "$root/etc/ssl/certs" "$root/dev" "$root/proc" "$root/sys" "$root/run" "$root/usr/lib"
# Debian keeps /bin and /lib as links into /usr: programs name their loader by the short way.
for short in bin sbin lib lib64; do
  if [ -L "/$short" ]; then mkdir -p "$root/usr/$short" && ln -sfn "usr/$short" "$root/$short"; fi
done

for entry in "$@"; do
  program=${entry%%=*} place=${entry#*=}
  mkdir -p "$root$(dirname "$place")"
  cp -L "$program" "$root$place"
  ldd "$program" 2>/dev/null | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^\//) { print $i; break } }' | while read -r library; do
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
done

cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
echo 'linescope:x:10001:10001::/var/lib/linescope:/sbin/nologin' > "$root/etc/passwd"
echo 'linescope:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
