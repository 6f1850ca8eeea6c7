(* SPDX-License-Identifier: Apache-2.0 *)
(* The rules by which a program with loops becomes obligations: two runs side by side, the second one led along the branches of
   the first, loops cut at their heads by invariants, z held fixed. That the obligations imply the conditions of the theorem. *)
From Coq Require Import Reals ZArith List Bool Lra Lia.
From Plumb Require Import sums laws mechanism alignment program.
Import ListNotations.
Open Scope R_scope.

Section Two_runs.
  Context {state cell : Type}.

  Variable eps : R.
  (* Let z be held fixed. Then these are the draws of the run on D, and by how much each is moved. *)
  Variable H : place -> Z.
  Variable amount : place -> Z.
  Definition H' (a : place) : Z := (H a + amount a)%Z.

  (* The run that finds its draws in G. *)
  Fixpoint run_by (G : place -> Z) (t : tree place cell) : list Z :=
    match t with
    | Stop => []
    | Publish _ next => run_by G next
    | Decide _ next => run_by G next
    | Draw a _ next => G a :: run_by G (next (G a))
    end.

  (* From here on the run on D publishes `rest`, which is what is left of z. So much may be assumed at each place. *)
  Definition ends (t : tree place cell) (rest : output cell) : Prop := publishes t rest (run_by H t).

  (* What relates both runs at one place: their states, what is left of z, and the cost so far. *)
  Definition relation := state -> state -> output cell -> R -> Prop.

  (* The obligations of a program: `next` is what the run on D does behind it, and `then_` has to hold there. *)
  Fixpoint obligations (p : statement state cell) (here : place) (next : behind) (then_ : relation) : relation :=
    fun s s' rest spent =>
      match p with
      (* Branches that only assign, and may differ, are one assignment. *)
      | Assign change => then_ (change s) (change s') rest spent
      (* same-law, support, and the charge *)
      | Sample from put =>
          ends (meaning p here next s) rest ->
          from s' = from s /\ 0 < scale (from s) /\ in_support (from s) (H' here) = true /\
          then_ (put (H here) s) (put (H' here) s') rest (spent + price (from s) (H here) (H' here))
      (* outputs: what the first run publishes is z's *)
      | Output what =>
          forall others, rest = what s :: others -> ends (next s) others ->
          what s' = what s /\ then_ s s' others spent
      (* same-samples *)
      | If condition so otherwise =>
          ends (meaning p here next s) rest ->
          condition s' = condition s /\
          (if condition s
           then obligations so (here ++ [0%Z]) next then_ s s' rest spent
           else obligations otherwise (here ++ [1%Z]) next then_ s s' rest spent)
      (* There is an invariant: it holds where the loop is entered; and wherever it holds, an iteration keeps it, and what
         has to hold behind the loop follows where it is left. *)
      | For low high set guard body =>
          let count i := Z.to_nat (high s - i) in
          let goes_on := loop set guard (fun i => meaning body (here ++ [i])) in
          ends (meaning p here next s) rest ->
          low s' = low s /\ high s' = high s /\
          exists invariant : Z -> relation,
            invariant (low s) s s' rest spent /\
            forall i u u' rest spent,
              (low s <= i)%Z -> invariant i u u' rest spent -> ends (goes_on (count i) i next u) rest ->
              if (i <? high s)%Z
              then guard (set i u') = guard (set i u) /\
                   if guard (set i u)
                   then obligations body (here ++ [i]) (goes_on (count (i + 1)%Z) (i + 1)%Z next) (invariant (i + 1)%Z)
                          (set i u) (set i u') rest spent
                   else then_ u u' rest spent
              else then_ u u' rest spent
      | Seq first second =>
          obligations first (here ++ [0%Z]) (meaning second (here ++ [1%Z]) next)
            (obligations second (here ++ [1%Z]) next then_) s s' rest spent
      (* cost *)
      | Exit => rest = [] -> spent <= eps
      end.

  (* The conditions of the theorem for what is left of two runs. *)
  Definition good (t t' : tree place cell) (rest : output cell) (spent : R) : Prop :=
    ends t rest ->
    (draws t' (run_by H' t') = draws t (run_by H t) /\ decisions t' (run_by H' t') = decisions t (run_by H t)) /\
    Forall (fun draw => 0 < scale (snd draw)) (draws t (run_by H t)) /\
    publishes t' rest (run_by H' t') /\
    spent + cost (draws t (run_by H t)) (run_by H t) (run_by H' t') <= eps.

  Lemma ends_draw a l next rest :
    ends (Draw a l next) rest -> in_support l (H a) = true /\ ends (next (H a)) rest.
  Proof.
    intros [P I]. unfold possible in I. simpl in *. apply andb_prop in I as [I0 I]. split; [exact I0|].
    split; assumption.
  Qed.

  Lemma ends_decide so next rest : ends (Decide so next) rest -> ends next rest.
  Proof. intros E. exact E. Qed.

  Lemma ends_publish v next rest : ends (Publish v next) rest -> exists others, rest = v :: others /\ ends next others.
  Proof.
    intros [P I]. simpl in P. destruct (published next (run_by H next)) as [others|] eqn:E; [|discriminate].
    injection P as <-. exists others. split; [reflexivity|]. split; [exact E | exact I].
  Qed.

  Lemma good_given t t' rest spent : (ends t rest -> good t t' rest spent) -> good t t' rest spent.
  Proof. intros G E. apply (G E E). Qed.

  Lemma good_draw a l next next' rest spent :
    0 < scale l -> in_support l (H' a) = true ->
    good (next (H a)) (next' (H' a)) rest (spent + price l (H a) (H' a)) ->
    good (Draw a l next) (Draw a l next') rest spent.
  Proof.
    intros B S G E. apply ends_draw in E as [_ E]. destruct (G E) as [[D W] [P [[O I] C]]].
    unfold possible in I. unfold good, publishes, possible. simpl. rewrite D in *. repeat split.
    - exact W.
    - constructor; assumption.
    - exact O.
    - rewrite S, I. reflexivity.
    - lra.
  Qed.

  Lemma good_publish v next next' rest spent :
    (forall others, rest = v :: others -> ends next others -> good next next' others spent) ->
    good (Publish v next) (Publish v next') rest spent.
  Proof.
    intros G E. destruct (ends_publish _ _ _ E) as [others [R F]].
    destruct (G others R F F) as [D [P [[O I] C]]]. subst rest.
    split; [exact D|]. split; [exact P|]. split; [|exact C].
    split; [simpl; rewrite O; reflexivity | exact I].
  Qed.

  Lemma good_decide so next next' rest spent :
    good next next' rest spent -> good (Decide so next) (Decide so next') rest spent.
  Proof.
    intros G E. destruct (G E) as [[D W] R]. split; [|exact R]. split; [exact D|]. simpl. rewrite W. reflexivity.
  Qed.

  Theorem obligations_suffice p : forall here next next' (then_ : relation) s s' rest spent,
    obligations p here next then_ s s' rest spent ->
    (forall u u' rest spent, then_ u u' rest spent -> good (next u) (next' u') rest spent) ->
    good (meaning p here next s) (meaning p here next' s') rest spent.
  Proof.
    induction p as [change|from put|what|condition so IH1 otherwise IH2|low high set guard body IH|first IH1 second IH2|];
      intros here next next' then_ s s' rest spent V N.
    - apply N, V.
    - apply good_given. intros E. destruct (V E) as [L [B [S Q]]]. simpl. rewrite L.
      apply good_draw; [exact B | exact S | apply N, Q].
    - apply good_given. intros E. simpl in *. destruct (ends_publish _ _ _ E) as [others [R F]].
      destruct (V others R F) as [-> Q]. apply good_publish. intros others' R' _.
      assert (others' = others) as -> by congruence. apply N, Q.
    - apply good_given. intros E. destruct (V E) as [C Q]. simpl. rewrite C.
      destruct (condition s); apply good_decide; [apply (IH1 _ _ _ then_) | apply (IH2 _ _ _ then_)]; assumption.
    - apply good_given. intros E. destruct (V E) as [L [U [invariant [I K]]]]. simpl. rewrite L, U.
      clear V L U E. set (count := fun i => Z.to_nat (high s - i)) in *.
      assert (forall n i u u' rest spent, n = count i -> (low s <= i)%Z -> invariant i u u' rest spent ->
                good (loop set guard (fun i => meaning body (here ++ [i])) n i next u)
                     (loop set guard (fun i => meaning body (here ++ [i])) n i next' u') rest spent) as G.
      { intros n. induction n as [|n IHn]; intros i u u' v d C M J; apply good_given; intros E;
          pose proof (K i u u' v d M J) as Q; change (Z.to_nat (high s - i)) with (count i) in Q;
          rewrite <- C in Q; specialize (Q E); destruct (Z.ltb_spec i (high s));
          try (unfold count in C; lia).
        - simpl. apply good_decide, N, Q.
        - destruct Q as [W Q]. simpl. rewrite W. destruct (guard (set i u)); apply good_decide; [|apply N, Q].
          assert (n = count (i + 1)%Z) as C' by (unfold count in *; lia).
          change (Z.to_nat (high s - (i + 1))) with (count (i + 1)%Z) in Q. rewrite <- C' in Q.
          apply (IH _ _ _ (invariant (i + 1)%Z)); [exact Q|].
          intros t t' r e J'. apply IHn; [exact C' | lia | exact J']. }
      apply G; [reflexivity | lia | exact I].
    - simpl. simpl in V. apply (IH1 _ _ _ _ _ _ _ _ V). intros u u' v d Q. apply (IH2 _ _ _ then_); assumption.
    - intros [P _]. simpl in *. injection P as <-. unfold good, publishes. simpl.
      repeat split; [constructor | specialize (V eq_refl); lra].
  Qed.
End Two_runs.

(* The theorem for programs: the shifts are acyclic, and for each output z and all noise the obligations hold, with the shifts
   of the way w that the run on D goes. *)

Section Programs.
  Context {state cell : Type}.
  Implicit Types t : tree place cell.

  Lemma run_of_noise H t run z :
    published t run = Some z -> map H (map fst (draws t run)) = run -> run_by H t = run.
  Proof.
    revert run z. induction t as [|v next IH|so next IH|a l next IH]; simpl; intros run z P M.
    - destruct run; [reflexivity | discriminate].
    - destruct (published next run) as [y|] eqn:E; [|discriminate]. apply (IH run y E M).
    - apply (IH run z P M).
    - destruct run as [|x rest]; [discriminate|]. simpl in M. injection M as -> M.
      f_equal. apply (IH x rest z P M).
  Qed.

  Lemma noise_of_names (from : list (place * law)) run :
    length from = length run -> NoDup (map fst from) -> map (noise_of same_place from run) (map fst from) = run.
  Proof.
    revert run. induction from as [|[a l] others IH]; intros [|x rest]; simpl; try discriminate; auto.
    intros L D. injection L as L. inversion D as [|a' names N D']. subst a' names.
    destruct (same_place a a) as [_|F]; [|contradiction]. f_equal.
    transitivity (map (noise_of same_place others rest) (map fst others)).
    - apply map_ext_in. intros c J. destruct (same_place c a) as [->|_]; [contradiction | reflexivity].
    - apply (IH rest L D').
  Qed.

  Lemma run_by_names G t : run_by G t = map G (map fst (draws t (run_by G t))).
  Proof. induction t as [|v next IH|so next IH|a l next IH]; simpl; [reflexivity | exact IH | exact IH | f_equal; apply IH]. Qed.

  Lemma moved_names amount (from : list (place * law)) H :
    moved amount from (map H (map fst from)) = map (H' H amount) (map fst from).
  Proof. induction from as [|[a l] others IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.

  Definition at_exit (eps : R) : relation := fun (_ _ : state) (rest : output cell) spent => rest = [] -> spent <= eps.

  Theorem program_private eps (p : statement state cell) (s s' : state) (shift : @shifts place cell)
      (reads : output cell -> list bool -> place -> place -> Prop) :
    (forall z w a H G, (forall b, reads z w a b -> H b = G b) -> shift z w a H = shift z w a G) ->
    (forall z w, well_founded (fun b a => reads z w a b)) ->
    (forall z H, let w := decisions (mechanism_of p s) (run_by H (mechanism_of p s)) in
                 obligations eps H (fun a => shift z w a H) p [] (fun _ => Stop) (at_exit eps) s s' z 0) ->
    private eps (mechanism_of p s) (mechanism_of p s').
  Proof.
    intros R W V. apply (alignment_theorem same_place).
    assert (forall z run, publishes (mechanism_of p s) z run ->
              let run' := aligned same_place shift z (mechanism_of p s) run in
              draws (mechanism_of p s') run' = draws (mechanism_of p s) run /\
              decisions (mechanism_of p s') run' = decisions (mechanism_of p s) run /\
              Forall (fun draw => 0 < scale (snd draw)) (draws (mechanism_of p s) run) /\
              publishes (mechanism_of p s') z run' /\
              cost (draws (mechanism_of p s) run) run run' <= eps) as F.
    { intros z run P. unfold aligned. set (w := decisions (mechanism_of p s) run). set (H := noise_of same_place (draws (mechanism_of p s) run) run).
      assert (map H (map fst (draws (mechanism_of p s) run)) = run) as M.
      { apply noise_of_names; [apply (as_many _ _ z), P | apply (names_are_new p s run z), P]. }
      pose proof (run_of_noise H _ run z (proj1 P) M) as B.
      assert (good eps H (fun a => shift z w a H) (mechanism_of p s) (mechanism_of p s') z 0) as G.
      { apply (obligations_suffice eps H _ p [] _ _ (at_exit eps)); [unfold w; rewrite <- B; apply V|].
        intros u u' rest spent Q [E _]. simpl in E. injection E as <-.
        unfold publishes. simpl. repeat split; [constructor | specialize (Q eq_refl); lra]. }
      unfold good, ends in G. rewrite B in G. destruct (G P) as [[D U] [S [Q C]]].
      assert (moved (fun a => shift z w a H) (draws (mechanism_of p s) run) run =
              run_by (H' H (fun a => shift z w a H)) (mechanism_of p s')) as ->.
      { rewrite (run_by_names _ (mechanism_of p s')), D, <- moved_names, M. reflexivity. }
      repeat split; [exact D | exact U | exact S | apply Q | apply Q |]. lra. }
    refine {| alignment.shift := shift; alignment.reads := reads |}; [exact R | exact W | | | | | |];
      intros z run P; apply (F z run P).
  Qed.
End Programs.
