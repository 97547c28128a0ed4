import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

export const sqliteDeny: Deny = {
  functions: namesOf({
    names: `changes edit fsdir fts3_tokenizer last_insert_rowid load_extension lsdir readfile sqlite_log sqlite_offset sqlite_source_id
    sqlite_version total_changes writefile`,
    beginnings: 'sqlite_compileoption_',
  }),
  relations: relationsOf({
    names: namesOf({
      names: 'bytecode dbstat fsdir sqlite_dbdata sqlite_dbpage sqlite_dbptr sqlite_stmt tables_used',
      beginnings: 'pragma_',
    }),
  }),
  tableFunctions: namesOf({ names: 'json_each json_tree jsonb_each jsonb_tree generate_series' }),
  tablesAfterIn: 'bare',
}
