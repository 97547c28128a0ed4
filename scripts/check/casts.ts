import type { Finding, Sources } from './sources.ts'
import { lineOf } from './sources.ts'

/** A form, one of its values, or an answer that is claimed to have a type. */
const cast =
  /\bas FormData\b|\b\w*[fF]orm(?:_data)?(?:\??\.\w+|(?:\?\.)?\[[^\]]+\])\)? as (?!const\b)|\b(?:result|answer|response)\.\w+ as (?!const\b)|\bawait call\([^\n]*\)\)? as (?!const\b)/g

/** Casts of answers and forms in the browser: their types follow from routes, schemas and the declarations of controls. */
export const castAnswers = (sources: Sources): Finding[] =>
  [...sources].flatMap(([path, text]) => {
    if (!path.startsWith('src/web/') || /\.test\.tsx?$/.test(path)) return []
    return [...text.matchAll(cast)].map((match) => ({
      path,
      line: lineOf(text, match.index),
      message: `${match[0].trim()}: infer the type from the route, the schema or the control instead of casting`,
    }))
  })
