/** Endings offered by the file dialog; what a file is, is seen by its content. */
export const acceptedFiles = '.csv,.tsv,.txt,.parquet,.xlsx,.xlsm,.xlsb,.xls,.json,.ndjson,.jsonl,.duckdb,.db,.sqlite,.sqlite3'
