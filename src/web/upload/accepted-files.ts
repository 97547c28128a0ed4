/** Extensions for the file dialog. The type of a file is detected from its content. */
export const acceptedFiles = '.csv,.tsv,.txt,.parquet,.xlsx,.xlsm,.xlsb,.xls,.json,.ndjson,.jsonl,.duckdb,.db,.sqlite,.sqlite3,.gz,.zip'
