/** Table functions that reach files, network or other servers, and functions that sleep, look around or take a processor for nothing. */
export const deniedFunctions: ReadonlySet<string> = new Set(
  `arrowflight azureblobstorage azureblobstoragecluster catboostevaluate cluster clusterallreplicas currentprofiles currentroles currentuser
  defaultroles deltalake deltalakecluster dictionary displayname enabledprofiles enabledroles executable file filecluster filesystemavailable
  filesystemcapacity filesystemunreserved fqdn fuzzjson fuzzquery gcs generaterandom getmacro getsetting getserverport hdfs hdfscluster hostname hudi
  iceberg icebergazure icebergcluster icebergs3 initializeaggregation input jdbc loop mergetreeindex mergetreeprojection mongodb mysql odbc paimon
  postgresql redis remote remotesecure s3 s3cluster serveruuid showcertificate sleep sleepeachrow sqlite tcpport timeseriesdata urlcluster url
  version view viewexplain viewifpermitted ytsaurus zookeepersessionuptime`.split(/\s+/),
)

/** Tables of `system`, which say who asks what with which settings. */
export const deniedRelations: ReadonlySet<string> = new Set(
  `asynchronous_insert_log asynchronous_loader backup_log certificates clusters configuration_processors crash_log current_roles dictionaries disks
  distribution_queue enabled_roles filesystem_cache grants kafka_consumers licenses macros merge_tree_settings merges metric_log mutations
  named_collections opentelemetry_span_log part_log processes processors_profile_log query_cache query_log query_metric_log query_thread_log
  query_views_log quota_limits quota_usage quotas quotas_usage replicas replicated_fetches replication_queue role_grants roles row_policies
  server_settings session_log settings settings_changes settings_profile_elements settings_profiles stack_trace storage_policies text_log trace_log
  user_directories user_processes users warnings workloads zookeeper zookeeper_connection zookeeper_log`.split(/\s+/),
)
