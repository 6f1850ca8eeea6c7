#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Has Coq check the proofs, and compares what they rest on with assumptions.txt. Usage: check.sh FOLDER, where it works.
set -euo pipefail
from=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
rm -rf "$1"
mkdir -p "$1"
cp "$from"/*.v "$1"
cd "$1"
compile() { coqc -q -Q . Plumb "$1"; }

for file in $(coqdep -Q . Plumb -sort ./*.v); do
  [ "$(basename "$file")" = assumptions.v ] || compile "$file"
done
compile assumptions.v >assumptions.out
diff "$from/assumptions.txt" assumptions.out || {
  echo "proofs: the theorems rest on something else than $from/assumptions.txt says" >&2
  exit 1
}

# This check itself: a theorem without a proof shows.
sed 's/@acyclic_is_needed)/@acyclic_is_needed, unproved)/; s/^Definition theorems/Theorem unproved : False. Admitted.\n&/' assumptions.v >believed.v
compile believed.v >believed.out
if diff -q assumptions.out believed.out >/dev/null; then
  echo "proofs: a theorem that nobody proves goes unnoticed" >&2
  exit 1
fi
echo "proofs: $(cat "$from"/*.v | grep -cE '^ *(Theorem|Lemma|Corollary) ') theorems and lemmas, on the axioms of Coq's real numbers alone"
