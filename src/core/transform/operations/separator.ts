import { z } from 'zod'
import { operation } from '../operation.ts'

/** Accepted, but without effect on a table: names are escaped by flatten and unescaped when they go out. */
export const escapeSeparator = operation('escape_separator', z.object({}), (frame) => frame)
export const unescapeSeparator = operation('unescape_separator', z.object({}), (frame) => frame)
