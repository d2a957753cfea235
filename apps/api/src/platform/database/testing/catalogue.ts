/** Describes a database as text for comparison, whatever order it was created in. */
import pg from 'pg';

/** Leaves out the objects of extensions. */
const OURS = (oid: string, catalogue: string): string =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`;
const PUBLIC = `'public'::regnamespace`;
/** Privileges one by one and by name; default privileges are written out too. */
const grants = (acl: string, kind: string, owner: string): string => `
  (select string_agg(format('%s: %s%s', coalesce(r.rolname, 'public'), x.privilege_type, case when x.is_grantable then '*' else '' end),
      ', ' order by r.rolname, x.privilege_type)
    from aclexplode(coalesce(${acl}, acldefault('${kind}'::"char", ${owner}))) x left join pg_roles r on r.oid = x.grantee)`;

/** Per kind, a query of names and definitions. */
const KINDS: Record<string, string> = {
  relation: `
    select c.oid::regclass::text as of, concat_ws(' | ', c.relkind, c.relpersistence, c.reloptions::text,
        ${grants('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class'),
        case when c.relkind = 'v' then pg_get_viewdef(c.oid) end) as says
    from pg_class c where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'v', 'm', 'p', 'f') and ${OURS('c.oid', 'pg_class')}`,
  column: `
    select format('%s.%I', a.attrelid::regclass, a.attname), concat_ws(' | ', case when c.relkind = 'c' then a.attnum end, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, ''),
        'generated ' || nullif(a.attgenerated::text, ''), (select collname from pg_collation where oid = nullif(a.attcollation, 100)),
        case when a.attacl is not null then ${grants('a.attacl', 'c', 'c.relowner')} end, col_description(a.attrelid, a.attnum))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = ${PUBLIC} and c.relkind in ('r', 'v', 'c') and a.attnum > 0 and not a.attisdropped
      and ${OURS('c.oid', 'pg_class')}`,
  constraint: `
    select format('%s.%I', conrelid::regclass, conname),
      concat_ws(' | ', pg_get_constraintdef(oid), case when not convalidated then 'not valid' end, obj_description(oid, 'pg_constraint'))
    from pg_constraint where connamespace = ${PUBLIC} and conrelid <> 0`,
  index: `
    select i.indexrelid::regclass::text, concat_ws(' | ', pg_get_indexdef(i.indexrelid), case when not i.indisvalid then 'not valid' end,
      (select reloptions::text from pg_class where oid = i.indexrelid), obj_description(i.indexrelid, 'pg_class'))
    from pg_index i join pg_class t on t.oid = i.indrelid where t.relnamespace = ${PUBLIC}`,
  statistics: `
    select stxname, concat_ws(' | ', pg_get_statisticsobjdef(oid), obj_description(oid, 'pg_statistic_ext'))
    from pg_statistic_ext where stxnamespace = ${PUBLIC}`,
  trigger: `
    select format('%s.%I', tgrelid::regclass, tgname), concat_ws(' | ', pg_get_triggerdef(oid), tgenabled, obj_description(oid, 'pg_trigger'))
    from pg_trigger where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = ${PUBLIC})`,
  function: `
    select oid::regprocedure::text, concat_ws(' | ', pg_get_functiondef(oid), ${grants('proacl', 'f', 'proowner')}, obj_description(oid, 'pg_proc'))
    from pg_proc p where pronamespace = ${PUBLIC} and ${OURS('oid', 'pg_proc')}`,
  type: `
    select oid::regtype::text, concat_ws(' | ', typtype, obj_description(oid, 'pg_type'))
    from pg_type where typnamespace = ${PUBLIC} and typtype <> 'b' and ${OURS('oid', 'pg_type')}
      and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'i'
        and refobjid in (select oid from pg_class where relkind <> 'c'))`,
  sequence: `
    select s.seqrelid::regclass::text, concat_ws(' | ', format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcycle,
      (select format('%s.%I', a.attrelid::regclass, a.attname) from pg_depend d
        join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype in ('a', 'i')), ${grants('c.relacl', 's', 'c.relowner')})
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = ${PUBLIC}`,
  collation: `
    select collname, to_jsonb(c) - '{oid,collnamespace,collowner,collversion}'::text[] from pg_collation c
    where collnamespace = ${PUBLIC}`,
  extension: `select extname, extnamespace::regnamespace from pg_extension`,
  default: `
    select defaclobjtype::text, defaclacl::text from pg_default_acl where defaclnamespace = ${PUBLIC}`,
};

/** Every object of the schema `public` as `kind name: definition`, sorted. The order of columns is ignored. */
export async function catalogue(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set search_path = public');
    const lines: string[] = [];
    for (const [kind, text] of Object.entries(KINDS)) {
      const { rows } = await client.query<{ line: string }>(
        `select concat($1::text, ' ', o.of, ': ', o.says) as line from (${text}) o (of, says)`,
        [kind],
      );
      lines.push(...rows.map(({ line }) => line));
    }
    return lines.toSorted();
  } finally {
    await client.end();
  }
}
