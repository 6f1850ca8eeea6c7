(* SPDX-License-Identifier: Apache-2.0 *)
(* What the theorems rest on. proofs/assumptions.txt is what this prints: first what Coq's library of real numbers rests on, by
   one theorem of it, and then what all theorems here rest on, which is the same. *)
From Coq Require Import Reals.
From Plumb Require Import laws mechanism alignment order consequences program two_run examples example_loop example_order needed.

Print Assumptions exp_increasing.

Definition theorems :=
  (@mass_at_most_1, @mass_near_1, @exact_loss, @no_price_out_of_support,
   @total_at_most_1, @probability_exists, @probability_of_all, @probability_adds,
   @finite_alignment_theorem, @alignment_theorem, @private_for_neighbours, @private_probabilities,
   @kept_shift_reads, @kept_acyclic, @last_ones_last_founded,
   @names_are_new, @obligations_suffice, @program_private,
   @steps, @larger_budget, @shown_private,
   @svt_private, @noisy_max_private, @svt_program_private, @gap_private,
   @down_is_private, @up_is_not_private, @support_is_needed, @same_laws_are_needed,
   @same_decisions_are_needed, @acyclic_is_needed).

Print Assumptions theorems.
