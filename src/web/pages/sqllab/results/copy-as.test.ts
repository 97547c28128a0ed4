import { expect, test } from 'vitest'
import { fromRows, type Column } from '#core/table.ts'
import { toJson, toMarkdown, toSqlValues } from './copy-as.ts'

const table = fromRows(
  ['id', 'name', 'at', 'ok'],
  [0, 1, 2, 3],
  [
    { id: 9007199254740993n, name: "O'Hara | x", at: Date.UTC(2024, 0, 2), ok: true },
    { id: 2, name: null, at: null, ok: null },
  ],
)

test.each([
  ['Markdown', toMarkdown, ['| id | name | at | ok |', '| ---: | --- | --- | --- |', "O'Hara \\| x", '| 2 |  |  |  |']],
  ['JSON', toJson, ['"id": 9007199254740993', '"name": "O\'Hara | x"', '"ok": true', '{"id": 2, "name": null, "at": null, "ok": null}']],
  ['SQL VALUES', toSqlValues, ["(9007199254740993, 'O''Hara | x', '2024-01-02", 'TRUE)', '(2, NULL, NULL, NULL)']],
])('rows as %s', (_, write, parts) => {
  for (const part of parts) expect(write(table)).toContain(part)
})

test('times are copied as the engine wrote them', () => {
  const at = { ...table.columns[2], written: ['2024-01-02 00:00:00.123456', null] } as Column
  expect(toSqlValues({ rowCount: 2, columns: [at] })).toBe("VALUES\n  ('2024-01-02 00:00:00.123456'),\n  (NULL)")
})

test('the JSON can be parsed', () => expect(JSON.parse(toJson(table))).toHaveLength(2))
