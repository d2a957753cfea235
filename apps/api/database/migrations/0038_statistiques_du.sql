-- Without them the planner takes a third of the rows to owe something, where nearly all do, and reads the sums of what
-- is unpaid page by page through the index of amounts. Those of an index with a condition are not used for that.
create statistics du_contribuable_montant on (arrieres + exercice) from du_contribuable;
analyze du_contribuable;
