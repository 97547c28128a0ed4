import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

export const mssqlDeny: Deny = {
  functions: namesOf({
    names: `app_name connectionproperty context_info current_user databasepropertyex has_perms_by_name host_id host_name is_member
    is_rolemember is_srvrolemember loginproperty opendatasource openquery openrowset openxml original_login pwdcompare pwdencrypt
    serverproperty session_context session_user sessionproperty suser_id suser_name suser_sid suser_sname system_user user_id user_name`,
    beginnings: 'dm_ fn_ sp_ xp_',
  }),
  relations: relationsOf({ schemas: namesOf({ names: 'sys master msdb model tempdb' }) }),
  tableFunctions: namesOf({ names: 'generate_series openjson string_split' }),
}
