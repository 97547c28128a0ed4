import { equalAnswers, startDuckdb } from './suite.ts'

equalAnswers('duckdb', startDuckdb)
