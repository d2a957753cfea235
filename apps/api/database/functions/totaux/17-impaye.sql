-- Taxpayers with unpaid échéances by place and by the day of the oldest, and all that they have not paid, due or not.
-- Writers of du_contribuable carry what changed (sur-du.sql).
call declarer_total('impaye', $$
  select entite_id, ramification_id, betail, depuis as impaye_depuis, 1 as debiteurs, arrieres + exercice + a_echoir as reste
  from du_contribuable
$$, 'porter_impayes', 'attente_impaye');
