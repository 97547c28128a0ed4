import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { makeThing, makeWorld } from './access-matrix.things.ts'

/** Refusals by kind: what each kind of request is told when something about it is wrong. `{chart}` and its like stand for ids. */
type Row = [what: string, request: string, body: unknown, status: number, answer: unknown]

const missing = ['Missing data for required field.']
const unknown = ['Unknown field.']
const typed = (error_type: string, message: unknown, extra: object = {}) => ({ errors: [{ error_type, message, extra }] })
const formOf = (parameters: object, engine = 'postgresql') => ({ engine, configuration_method: 'dynamic_form', parameters })
const dates = { start_dttm: '2020-01-01T00:00:00', end_dttm: '2020-01-02T00:00:00' }
const part = { _schema: ['Invalid input type.'] }
const rule = { name: 'x', filter_type: 'Regular', roles: [], clause: '1 = 1' }
const exploreForm = { datasource: '{gapminder}__table' }

const rows: Row[] = [
  [
    'asking for an account',
    'POST /security/user_registrations/',
    {},
    422,
    { message: 'People ask for an account themselves, on the page /register/.' },
  ],
  ['asking with a name', 'POST /security/user_registrations/', { username: 'x' }, 422, { message: { username: unknown } }],
  ['changing one who asked', 'PUT /security/user_registrations/1', { id: 1 }, 404, { message: 'Not found' }],
  [
    'folders of another shape',
    'PUT /dataset/{gapminder}',
    { folders: [{ uuid: 'x', type: 'box', name: '', children: [{ name: 5 }] }] },
    422,
    typed('MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
      messages: {
        folders: {
          0: {
            uuid: ['Not a valid UUID.'],
            type: ['Must be one of: metric, column, folder.'],
            name: ['Length must be between 1 and 250.'],
            children: { 0: { uuid: missing, name: ['Not a valid string.'] } },
          },
        },
      },
    }),
  ],
  [
    'folders of what the dataset has not',
    'PUT /dataset/{gapminder}',
    {
      folders: [{ uuid: '00000000-0000-4000-8000-000000000001', name: 'a', children: [{ uuid: '00000000-0000-4000-8000-000000000002' }] }],
    },
    422,
    { message: { folders: ['Invalid UUID: 00000000-0000-4000-8000-000000000002'] } },
  ],
  ['a copy without a title', 'POST /dashboard/{dashboard}/copy/', { json_metadata: '{}' }, 400, { message: 'Arguments are not correct' }],
  [
    'a copy without metadata',
    'POST /dashboard/{dashboard}/copy/',
    { dashboard_title: 'x', json_metadata: '' },
    400,
    { message: 'Arguments are not correct' },
  ],
  ['a copy of nothing', 'POST /dashboard/{dashboard}/copy/', {}, 400, { message: { json_metadata: missing } }],
  ['a copy of what is not there', 'POST /dashboard/999999/copy/', { json_metadata: '{}' }, 404, { message: 'Not found' }],
  ['empty metadata', 'PUT /dashboard/{dashboard}', { json_metadata: '' }, 200, { result: { json_metadata: '' } }],
  [
    'parameters of a link that are no pairs',
    'POST /explore/permalink',
    { formData: exploreForm, urlParams: [['a'], ['b', 1], 'c'] },
    400,
    { message: { urlParams: { 0: ['Length must be 2.'], 1: { 1: ['Not a valid string.'] }, 2: ['Not a valid tuple.'] } } },
  ],
  [
    'a link to rows of a kind that there is not',
    'POST /explore/permalink',
    { formData: { datasource: '{gapminder}__view' } },
    400,
    { message: ['Datasource type is invalid'] },
  ],
  ['a link without form', 'POST /explore/permalink', { urlParams: null }, 400, { message: { formData: missing } }],
  [
    'the same of a dashboard, printed',
    'POST /dashboard/{dashboard}/permalink',
    { urlParams: [['a']] },
    400,
    { message: "{'urlParams': {0: ['Length must be 2.']}}" },
  ],
  [
    'a table once more',
    'POST /dataset/duplicate',
    { base_model_id: '{gapminder}', table_name: 'x' },
    422,
    { message: 'Dataset parameters are invalid.' },
  ],
  [
    'nothing once more',
    'POST /dataset/duplicate',
    { base_model_id: 999_999, table_name: 'x' },
    422,
    { message: 'Dataset parameters are invalid.' },
  ],
  ['warming up with more fields', 'PUT /chart/warm_up_cache', { chart_id: '{chart}', nope: 1 }, 400, { message: { nope: unknown } }],
  ['warming up nothing', 'PUT /chart/warm_up_cache', { chart_id: 999_999 }, 404, { message: 'Chart not found' }],
  ['warming up a dataset by half', 'PUT /dataset/warm_up_cache', { db_name: 'x' }, 400, { message: { table_name: missing } }],
  [
    'an event in no layer',
    'POST /annotation_layer/999999/annotation/',
    { short_descr: 's', ...dates },
    400,
    { message: 'Annotation layer not found.' },
  ],
  [
    'an event at no time',
    'POST /annotation_layer/{annotation}/annotation/',
    { short_descr: 's', start_dttm: 5, end_dttm: 'tomorrow' },
    400,
    { message: { start_dttm: ['Not a valid datetime.'], end_dttm: ['Not a valid datetime.'] } },
  ],
  [
    'an event on a day without a time',
    'POST /annotation_layer/{annotation}/annotation/',
    { short_descr: 's', ...dates, end_dttm: '2020-01-02' },
    400,
    { message: { end_dttm: ['Not a valid datetime.'] } },
  ],
  [
    'parts of a dataset that are none',
    'PUT /dataset/{gapminder}',
    { columns: [null, 'a', { column_name: 5 }] },
    422,
    typed('MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
      messages: { columns: { 0: ['Field may not be null.'], 1: part, 2: { column_name: ['Not a valid string.'] } } },
    }),
  ],
  [
    'a token for a viewer of another shape',
    'POST /security/guest_token/',
    { user: 5, resources: [null, 'a'], rls: [{ clause: 1 }] },
    400,
    {
      message: {
        user: part,
        resources: { 0: ['Field may not be null.'], 1: part },
        rls: { 0: { clause: ['Not a valid string.'] } },
      },
    },
  ],
  [
    'a tag of nothing',
    'POST /tag/',
    { name: 'x', objects_to_tag: [null] },
    400,
    { message: { objects_to_tag: { 0: ['Field may not be null.'] } } },
  ],
  ['a source of no type', 'PUT /chart/{chart}', { datasource_type: 5 }, 400, { message: { datasource_type: ['Not a valid string.'] } }],
  [
    'owners, roles and tags that are nothing',
    'PUT /dashboard/{dashboard}',
    { owners: [null], roles: [null], tags: [null] },
    422,
    { message: { owners: ['Owners are invalid'], roles: ['Some roles do not exist'], tags: ['Tag ID None not found'] } },
  ],
  ['a query of no database', 'POST /saved_query/', { db_id: null }, 422, { message: { db_id: ['Field may not be null.'] } }],
  [
    'more than one document',
    'POST /database/test_connection/',
    { sqlalchemy_uri: 'sqlite://', extra: '{} {}' },
    400,
    { message: { extra: ['Field cannot be decoded by JSON. Extra data: line 1 column 4 - line 1 column 6 (char 3 - 5)'] } },
  ],
  ['a rule for no list', 'POST /rowlevelsecurity/', { ...rule, tables: '' }, 400, { message: { tables: ['Not a valid list.'] } }],
  ['a format for a database that is not there', 'POST /sqllab/format_sql/', { sql: 'select 1', database_id: 999_999 }, 200, {}],
  [
    'columns under both names',
    'GET /css_template/?q=(columns:!(id),select_columns:!(css))',
    null,
    400,
    { message: 'Cannot use both select and sel columns' },
  ],
  [
    'columns that are no list',
    'GET /css_template/?q=(select_columns:x)',
    null,
    400,
    { message: "Not a valid rison schema 'x' is not of type 'array'" },
  ],
  ...['!n', '(a:1)', ''].map((value): Row => [
    `a filter with the value ${value}`,
    `GET /css_template/?q=(filters:!((col:template_name,opr:eq${value && `,value:${value}`})))`,
    null,
    400,
    {
      message: {
        '!n': 'Not a valid rison schema None is not valid under any of the given schemas',
        '(a:1)': "Not a valid rison schema {'a': 1} is not valid under any of the given schemas",
        '': "Not a valid rison schema 'value' is a required property",
      }[value],
    },
  ]),
  ['who made a rule', 'GET /rowlevelsecurity/related/created_by', null, 200, { result: expect.any(Array) }],
  ['who made a theme', 'GET /theme/related/created_by', null, 200, { result: expect.any(Array) }],
  [
    'a question with more fields',
    'POST /chart/data',
    { datasource: { id: '{gapminder}', type: 'table' }, queries: [{ columns: ['country'], more: 1 }], more: 1 },
    400,
    { message: "Request is incorrect: {'more': ['Unknown field.']}" },
  ],
  ['no form data', 'POST /explore/form_data', { datasource_id: '{gapminder}', datasource_type: 'table', form_data: '' }, 201, {}],
  ['favourites that are not there', 'GET /chart/favorite_status/?q=!(999999)', null, 404, { message: 'Not found' }],
  [
    'favourites of which one is there',
    'GET /chart/favorite_status/?q=!({chart},999999)',
    null,
    200,
    { result: [{}, { id: 999_999, value: false }] },
  ],
  ['no favourites', 'GET /dashboard/favorite_status/?q=!()', null, 404, { message: 'Not found' }],
  ['a number with a fraction', 'PUT /chart/{chart}', { cache_timeout: 60.5 }, 200, { result: { cache_timeout: 60 } }],
  ['a truth for a number', 'PUT /chart/{chart}', { cache_timeout: true }, 400, { message: { cache_timeout: ['Not a valid integer.'] } }],
  ['a tab by name', 'POST /dashboard/{dashboard}/filter_state?tab_id=left', { value: '{}' }, 201, { key: expect.any(String) }],
  ['form data of no number', 'GET /form_data/?slice_id=abc', null, 200, {}],
  ['a chart of no number', 'GET /explore/?slice_id=abc', null, 200, { result: { slice: null } }],
  ['data, forced perhaps', 'GET /chart/999999/data/?force=perhaps', null, 404, { message: 'Not found' }],
  ['no last name', 'PUT /me/', { last_name: '' }, 400, { message: { last_name: ['Length must be between 1 and 64.'] } }],
  [
    'a connection with more fields',
    'POST /database/test_connection/',
    { sqlalchemy_uri: 'sqlite://', nope: 1 },
    400,
    { message: { nope: unknown } },
  ],
  [
    'a connection to what no driver knows',
    'POST /database/test_connection/',
    { sqlalchemy_uri: 'nodriver://a/b' },
    422,
    typed('GENERIC_COMMAND_ERROR', 'Could not load database driver for: nodriver'),
  ],
  [
    'a statement with more fields',
    'POST /database/{world}/validate_sql/',
    { sql: 'select 1', nope: 1 },
    400,
    { message: { nope: unknown } },
  ],
  [
    'a table of no database',
    'GET /database/999999/table_metadata/?name=x',
    null,
    404,
    typed('DATABASE_NOT_FOUND_ERROR', 'No such database', { issue_codes: [{ code: 1011 }, { code: 1036 }] }),
  ],
  [
    'more about a table without a name',
    'GET /database/{world}/table_metadata/extra/',
    null,
    422,
    typed('INVALID_PAYLOAD_SCHEMA_ERROR', 'An error happened when validating the request', { messages: { name: missing } }),
  ],
  [
    'an advanced type that is none',
    'GET /advanced_data_type/convert?q=(type:nope,values:!(80))',
    null,
    400,
    { message: 'Invalid advanced data type: nope' },
  ],
  ['a database without a name', 'POST /database/', { sqlalchemy_uri: 'x://' }, 422, { message: { database_name: missing } }],
  [
    'a database with half a document',
    'PUT /database/{world}',
    { extra: '{' },
    400,
    { message: { extra: [expect.stringContaining("double quotes or '}': line 1 column 2")] } },
  ],
  [
    'a column without a name',
    'PUT /dataset/{gapminder}',
    { columns: [{ type: 'TEXT' }] },
    422,
    typed('MARSHMALLOW_ERROR', 'The schema of the submitted payload is invalid.', {
      messages: { columns: { 0: { column_name: missing } } },
      payload: { columns: [{ type: 'TEXT' }] },
      issue_codes: [{ code: 1040 }],
    }),
  ],
  [
    'a dataset of what is no SQL',
    'POST /dataset/',
    { database: '{world}', catalog: 'none', schema: 'public', table_name: 'broken', sql: 'selec 1' },
    422,
    { message: { sql: ["Invalid SQL: Error parsing near '1' at line 1:7"] } },
  ],
  [
    'no SQL any more',
    'PUT /dataset/{gapminder}',
    { sql: 'selec 1' },
    422,
    { message: { sql: ["Invalid SQL: Error parsing near '1' at line 1:7"] } },
  ],
  ['SQL that needs a request', 'PUT /dataset/{gapminder}', { sql: 'select {{ nope() }} as a' }, 200, { result: {} }],
  ['no table any more', 'PUT /dataset/{gapminder}', { sql: null }, 200, { result: { sql: null } }],
  ['a group without a name', 'POST /security/groups/', {}, 400, { message: { name: missing } }],
  ['a group with more fields', 'PUT /security/groups/1', { nope: 1 }, 400, { message: { nope: unknown } }],
  [
    'a group of nobody',
    'POST /security/groups/',
    { name: 'g', users: [999_999, 888_888] },
    400,
    { message: { users: ['User(s) with ID(s) [888888, 999999] do not exist.'] } },
  ],
  [
    'a group with no such role',
    'POST /security/groups/',
    { name: 'g', roles: [999_999] },
    400,
    { message: { roles: ['Role(s) with ID(s) [999999] do not exist.'] } },
  ],
  [
    'who waits for an account',
    'GET /security/user_registrations/?q=(filters:!((col:username,opr:ct,value:a)),order_column:email)',
    null,
    200,
    { count: 0, ids: [], result: [], list_title: 'List Register User' },
  ],
  ['who waits, by what nobody has', 'GET /security/user_registrations/?q=(order_column:registration_hash)', null, 200, { count: 0 }],
  [
    'charts of no owners in particular',
    'GET /chart/?q=(filters:!((col:owners,opr:rel_m_m,value:!())))',
    null,
    200,
    { ids: expect.arrayContaining([expect.any(Number)]) },
  ],
  ['charts of an owner and nobody', 'GET /chart/?q=(filters:!((col:owners,opr:rel_m_m,value:!(1,999999))))', null, 200, { count: 0 }],
  ['one who waits', 'GET /security/user_registrations/1', null, 404, { message: 'Not found' }],
  ['a role for nobody', 'PUT /security/roles/1/users', { user_ids: [999_999] }, 404, { message: 'Not found' }],
  ['a role for no group', 'PUT /security/roles/1/groups', { group_ids: [999_999] }, 404, { message: 'Not found' }],
  [
    'an account without a role',
    'POST /security/users/',
    { username: 'u', first_name: 'a', last_name: 'b', email: 'u@example.org', password: 'correct horse' },
    400,
    { message: { _schema: ["At least one of 'roles' or 'groups' must be provided and non-empty."] } },
  ],
  [
    'a search for roles by another order',
    'GET /security/roles/search/?q=(order_column:nope)',
    null,
    400,
    { message: 'Invalid order column: nope' },
  ],
  [
    'a search for roles by what they lack',
    'GET /security/roles/search/?q=(filters:!((col:nope,opr:eq,value:1),(col:name,opr:eq,value:amm)))',
    null,
    200,
    { count: 1, result: [{ name: 'Gamma' }] },
  ],
  [
    'a form of no engine',
    'POST /database/validate_parameters/',
    { configuration_method: 'dynamic_form' },
    422,
    typed('INVALID_PAYLOAD_SCHEMA_ERROR', missing[0] ?? '', { invalid: ['engine'], issue_codes: [{ code: 1020 }] }),
  ],
  [
    'a form with a host that is no name',
    'POST /database/validate_parameters/',
    formOf({ host: '\u0000', port: 1, username: 'u', database: 'd' }),
    422,
    typed('CONNECTION_INVALID_HOSTNAME_ERROR', "The hostname provided can't be resolved.", { invalid: ['host'] }),
  ],
  [
    'a form of an engine that takes none',
    'POST /database/validate_parameters/',
    formOf({}, 'sqlite'),
    422,
    typed('GENERIC_DB_ENGINE_ERROR', 'Engine "sqlite" cannot be configured through parameters.'),
  ],
  [
    'a form with a port that is none and without a database',
    'POST /database/validate_parameters/',
    formOf({ host: '127.0.0.1', port: 'x', username: 'u' }),
    422,
    {
      errors: [
        { error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR', level: 'warning', extra: { missing: ['database'] } },
        { error_type: 'CONNECTION_INVALID_PORT_ERROR', message: 'Port must be a valid integer.', extra: { invalid: ['port'] } },
        {
          error_type: 'CONNECTION_INVALID_PORT_ERROR',
          message: expect.stringContaining('between 0 and 65535'),
          extra: { invalid: ['port'] },
        },
      ],
    },
  ],
]

let ctx: Awaited<ReturnType<typeof testContext>>
let app: Awaited<ReturnType<typeof buildApp>>
let admin: Caller
const ids: Record<string, number> = {}

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  const id = await adminOf(ctx)
  admin = await as(ctx, app, id)
  const world = await makeWorld(ctx, id)
  ids['gapminder'] = world.gapminder
  ids['world'] = world.database.id
  for (const thing of ['chart', 'dashboard', 'annotation'] as const) {
    const made = await makeThing(ctx, world, thing, [id])
    ids[thing] = thing === 'annotation' ? (made.layer ?? made.id) : made.id
  }
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const fill = (text: string) =>
  text.replaceAll(/"\{(\w+)\}"|\{(\w+)\}/g, (whole, quoted: string | undefined, bare: string | undefined) =>
    String(ids[quoted ?? bare ?? ''] ?? whole),
  )

it.each(rows)('%s', async (...[, request, body, status, answer]) => {
  const [method = '', path = ''] = request.split(' ')
  const url = `/api/v1${fill(path)}`
  const json: object = JSON.parse(fill(JSON.stringify(body)))
  const received = method === 'GET' ? await admin.get(url) : await admin[method === 'PUT' ? 'put' : 'post'](url, json)
  expect(received.json()).toMatchObject(answer as object)
  expect(received.statusCode).toBe(status)
})

it.each(['0x1', '1e0', '1.0', ' 1', '-1', '١'])('%j is not an id', async (id) => {
  const path = `/api/v1/dataset/${encodeURIComponent(id)}`
  const answers = [await admin.put(path, {}), await admin.delete(path), await admin.get(path)]
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(answers.map(() => [404, { message: 'Not found' }]))
})

it('a malformed URL is not a URL', async () => {
  const answer = await app.inject('/api/v1/chart/%E0%A4%A')
  expect([answer.statusCode, answer.json()]).toMatchObject([404, typed('GENERIC_BACKEND_ERROR', expect.stringMatching(/^404 Not Found/))])
})

it.each([
  ['no values of an advanced type', '/advanced_data_type/convert?q=(type:port,values:!())', 400],
  ['an avatar', '/user/1/avatar.png', 404],
  ['a picture of a chart that is not there', '/chart/999999/cache_screenshot/', 404],
  ['a picture without pixels', '/chart/{chart}/cache_screenshot/?q=(window_size:!(0,10))', 400],
])('%s is refused with a message', async (_what, path, status) => {
  const answer = await admin.get(`/api/v1${fill(path)}`)
  expect([answer.statusCode, answer.json()]).toEqual([status, { message: expect.any(String) }])
})

it('a body that is not JSON gives a typed error for databases, a message for other resources', async () => {
  const form = { method: 'POST' as const, payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const database = await admin.inject({ ...form, url: '/api/v1/database/' }, 'bearer')
  expect([database.statusCode, database.json()]).toMatchObject([
    400,
    typed('INVALID_PAYLOAD_FORMAT_ERROR', 'Request is not JSON', { issue_codes: [{ code: 1019 }] }),
  ])
  const chart = await admin.inject({ ...form, url: '/api/v1/chart/' }, 'bearer')
  expect([chart.statusCode, chart.json()]).toEqual([400, { message: 'Request is not JSON' }])
  const broken = { method: 'POST' as const, payload: '{', headers: { 'content-type': 'application/json' } }
  const half = await admin.inject({ ...broken, url: '/api/v1/database/' }, 'bearer')
  expect([half.statusCode, half.json()]).toMatchObject([
    400,
    typed('GENERIC_BACKEND_ERROR', expect.stringContaining('400 Bad Request'), { issue_codes: [{ code: 1011 }] }),
  ])
  const halfChart = await admin.inject({ ...broken, url: '/api/v1/chart/' }, 'bearer')
  expect([halfChart.statusCode, halfChart.json()]).toEqual([400, { message: expect.stringContaining('400 Bad Request') }])
})

it.each([
  ['a record of the framework itself', '/api/v1/css_template/', { error: expect.stringContaining('400 Bad Request') }],
  ['a record of Superset', '/api/v1/chart/', { message: expect.stringContaining('400 Bad Request') }],
])('%s tells under its own key that a body is no JSON', async (_what, url, body) => {
  const answer = await admin.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: 'not json' })
  expect([answer.statusCode, answer.json()]).toEqual([400, body])
})

it('a connection without a URI is not a connection', async () => {
  const answer = await admin.post('/api/v1/database/test_connection/', {})
  expect([answer.statusCode, answer.json()]).toMatchObject([
    422,
    { errors: [{ message: 'Database parameters are invalid.', error_type: 'GENERIC_COMMAND_ERROR', level: 'warning' }] },
  ])
})
