import { namesOf, relationsOf, type Deny } from '#core/sql/deny.ts'

/** Functions that reach other servers, files, models and tables by a name in a text, that sleep, look around or take a processor for nothing. */
const functions = namesOf({
  names: `addresstoline addresstolinewithinlines addresstosymbol arrowflight authenticateduser buildid catboostevaluate connection_id
  connectionid current_database current_schemas current_user currentdatabase currentprofiles currentquery currentroles currentschemas
  currentuser database defaultroles demangle displayname enabledprofiles enabledroles evalmlmethod executable file fqdn fullhostname
  fuzzjson fuzzquery gcs generaterandom generateserialid getclienthttpheader getmacro globalin globalinignoreset globalnotin
  globalnotinignoreset globalnotnullin globalnullin hascolumnintable hdfs hostname inignoreset initializeaggregation initialqueryid
  initialquerystarttime input jdbc loop modelevaluate mongodb naivebayesclassifier notin notinignoreset notnullin nullin odbc paimon
  partitionid processlist query_id queryid redis remote remotesecure revision schema servertimezone serveruuid showcertificate sleep
  sleepeachrow sqlite tcpport timeseriesdata transactionid transactionlatestsnapshot transactionoldestsnapshot uptime url user version
  view viewexplain viewifpermitted`,
  beginnings: `__ ai azureblobstorage cluster deltalake dict filecluster filesystem getmergetreesetting getos getserver getsetting hdfscluster hudi
  iceberg joinget mergetree mysql postgresql prometheus s3 timeseriesselector urlcluster ytsaurus zookeeper`,
})

/** Of `system` only metadata of readable tables and lists of names are allowed. */
const inSystem = namesOf({ names: 'columns databases formats functions keywords numbers numbers_mt one tables time_zones zeros zeros_mt' })

const secret = relationsOf({ names: namesOf({ names: 'query_log query_thread_log session_log user_processes' }) })

export const clickhouseDeny: Deny = {
  functions,
  relations: (relation) => secret(relation) || (relation.schema?.toLowerCase() === 'system' && !inSystem.has(relation.table.toLowerCase())),
  tableFunctions: namesOf({
    names: 'arrayjoin format generate_series generateseries numbers numbers_mt primes unnest values zeros zeros_mt',
  }),
  tablesAfterIn: 'enclosed',
}
