// SPDX-License-Identifier: Apache-2.0
// Built with the flags of the checker, it has to be stopped: a shift by as many places as there are bits.

int main(int count, char **) {
  return (1u << (31 + count)) != 0;
}
