-- Dues of a day by place: taxpayers who owe, and what they owe. Writers of du_contribuable carry what changed (sur-du.sql).
call declarer_total('impaye', $$
  select entite_id, ramification_id, betail, 1 as debiteurs, arrieres, exercice, a_echoir
  from du_contribuable where arrieres + exercice > 0
$$, 'porter_impayes', 'attente_impaye');
