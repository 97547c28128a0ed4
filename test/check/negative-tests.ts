/** A title as it is written in a file of tests. */
type Test = readonly [file: string, title: string]

type NegativeTest = { what: string } & ({ tests: readonly Test[] } | { unbuilt: string })

const api = 'test/api'
const resources = 'src/server/resources'

/**
 * The negative tests of the security catalogue, by area: A log-in, B SQL injection, C row-level rules, D files through engines, E outgoing
 * addresses, F scripts in pages, G other sites, H redirects, I objects of others, J uploads, K secrets, L embedding, M sessions, N load, O
 * rights. What is not built has a reason instead of a test.
 */
export const negativeTests: Readonly<Record<string, NegativeTest>> = {
  A1: {
    what: 'a weak or missing secret key stops the start, and a new one is readable by its owner only',
    tests: [
      ['src/server/secrets/secrets.test.ts', 'rejects the key %j, naming the variable'],
      ['src/server/secrets/secrets.test.ts', 'are created at the first start, readable by the owner only'],
    ],
  },
  A2: {
    what: 'tokens with known keys, without signature, expired, early, or meant for another place',
    tests: [
      [`${api}/attacks.test.ts`, 'signed with the known key %j'],
      [`${api}/attacks.test.ts`, 'with the algorithm %j'],
      [`${api}/token-confusion.test.ts`, 'it.each(Object.entries(places))'],
    ],
  },
  A3: {
    what: 'values of another type in the fields of a log-in',
    tests: [
      [`${api}/attacks.test.ts`, 'values of the wrong type'],
      [`${api}/attacks.test.ts`, 'huge numbers and prototype keys'],
    ],
  },
  A4: { what: 'every route without a session', tests: [[`${api}/access-matrix.test.ts`, 'every route has a row, and every row a route']] },
  A5: { what: 'setup routes after the first account', tests: [[`${api}/attacks.test.ts`, 'there is no %s']] },
  A6: {
    what: 'headers that name a user, from anywhere but the proxy',
    tests: [
      [`${api}/attacks.test.ts`, 'the header %s proves nothing'],
      [`${resources}/sign_in/header.test.ts`, 'the header counts from %s or not'],
    ],
  },
  A7: {
    what: 'the return from an OpenID provider with a foreign, old or missing state, and accounts that exist',
    tests: [
      [`${resources}/sign_in/openid.test.ts`, 'works once, in the browser that began it'],
      [`${resources}/sign_in/openid.test.ts`, 'begun in another installation is worth nothing here'],
      [`${resources}/sign_in/openid.test.ts`, 'does not take over an account that has the name already'],
      [`${resources}/sign_in/openid.test.ts`, 'takes an unconfirmed e-mail address for nothing'],
    ],
  },
  A8: {
    what: 'guessing passwords and tokens, by account and by address',
    tests: [
      ['src/server/access/login/login-limits.test.ts', 'block the account for a while, even for the right password'],
      ['src/server/access/login/login-limits.test.ts', 'block the address'],
      ['src/server/access/login/login-limits.test.ts', 'lets its person in while others guess from everywhere, and is counted by itself'],
      ['src/server/access/login/login-limits.test.ts', '%s: a hundred a minute from one address, then 429 with Retry-After'],
      [`${api}/attacks.test.ts`, 'an unknown name takes as long as a wrong password'],
    ],
  },
  A9: { what: 'other spellings of a path', tests: [[`${api}/attacks.test.ts`, '%s opens nothing']] },
  B1: { what: 'SQL as an order', tests: [[`${api}/injection.test.ts`, 'an order by %s']] },
  B2: { what: 'SQL as a time grain', tests: [[`${api}/injection.test.ts`, 'a time grain %s']] },
  B3: { what: 'SQL as the value of a filter', tests: [[`${api}/injection.test.ts`, 'in a filter: %#']] },
  B4: {
    what: 'SQL as an operator or a column',
    tests: [
      [`${api}/injection.test.ts`, 'an operator %s'],
      [`${api}/injection.test.ts`, 'a column %s'],
    ],
  },
  B5: { what: 'conditions that want out of their parentheses', tests: [[`${api}/injection.test.ts`, 'a condition %s']] },
  B6: { what: 'metrics that read other tables', tests: [[`${api}/injection.test.ts`, 'a metric %s']] },
  B7: { what: 'labels of every kind', tests: [[`${api}/injection.test.ts`, 'in a label: %j comes back as it was']] },
  B8: {
    what: 'templates that reach the program, or never end',
    tests: [
      [`${api}/injection.test.ts`, 'a template %s'],
      ['src/core/sql/template/template.test.ts', 'the sandbox'],
    ],
  },
  B9: {
    what: 'SQL of a dataset over tables of others',
    tests: [
      [`${api}/rights.test.ts`, 'cannot read other tables by %s'],
      [`${api}/rights.test.ts`, 'cannot redirect the SQL of a dataset to other tables by parameters or a copy'],
    ],
  },
  B10: {
    what: 'writes that look like reads',
    tests: [
      [`${api}/sqllab/disguised-writes.test.ts`, 'a query is not refused'],
      [`${api}/sqllab/postgres.test.ts`, 'even one that allows them refuses %s'],
    ],
  },
  B11: {
    what: 'functions that run SQL, read files or reach other servers',
    tests: [
      ['test/fuzz/attacks.test.ts', 'rejects the query %j'],
      [`${api}/connections.test.ts`, 'does not send %s to the engine'],
    ],
  },
  B12: {
    what: 'every table function of DuckDB',
    tests: [[`${api}/injection.test.ts`, 'answers no table function but those that make rows of their arguments']],
  },
  B13: { what: 'names of people in comments of statements', unbuilt: 'Statements carry no comments about who asked.' },
  B14: {
    what: 'expressions at random',
    tests: [['test/fuzz/expressions.test.ts', '100,000 expressions are contained in their parentheses or rejected']],
  },
  C1: {
    what: 'a rule holds on every way to read',
    tests: [
      [`${api}/row-rules.test.ts`, 'of chart data'],
      [`${api}/row-rules.test.ts`, 'beside chart data'],
      [`${api}/row-rules.test.ts`, 'that reads a table with rules, or could, is closed to whom they bind: %s'],
    ],
  },
  C2: { what: 'conditions and sub-queries against a rule', tests: [[`${api}/row-rules.test.ts`, 'a sub-query of the query is refused']] },
  C3: {
    what: 'rules of tokens beside others',
    tests: [
      [`${api}/guests.test.ts`, 'limit the rows of charts, each viewer for themselves, also from the cache'],
      ['src/core/access/row-rules.test.ts', '%s'],
    ],
  },
  C4: {
    what: 'a rule that fails shows nothing',
    tests: [[`${api}/row-rules.test.ts`, 'a rule that cannot be applied denies the data, and its text is shown to no one:']],
  },
  C5: {
    what: 'the cache between people with different rules',
    tests: [
      [`${api}/column-rules.test.ts`, 'a response that was cached for somebody else is not used'],
      [`${api}/roll-ups.test.ts`, 'hold only the rows that the viewer may read'],
    ],
  },
  C6: {
    what: 'totals and counts after the rule',
    tests: [[`${api}/row-rules.test.ts`, 'totals, counts and conditions on groups are computed after the rule']],
  },
  D1: {
    what: 'statements that open the locked engine',
    tests: [['test/engines/hostile.test.ts', 'rejects %s and runs the next statement']],
  },
  D2: {
    what: 'connections to files and with options of drivers',
    tests: [
      [`${api}/edge.test.ts`, '%s is refused when it is tried, made, and used after a change'],
      [`${resources}/database/connection/own-files.test.ts`, 'recognizes %s as our own file'],
    ],
  },
  D3: {
    what: 'the same by other ways',
    tests: [[`${api}/edge.test.ts`, '%s is refused when it is tried, made, and used after a change']],
  },
  D4: { what: 'addresses of files', tests: [[`${api}/edge.test.ts`, '%s leads to none of ours']] },
  D5: {
    what: 'settings and catalogues of engines',
    tests: [
      ['test/engines/hostile.test.ts', 'rejects %s and runs the next statement'],
      ['src/core/sql/deny.test.ts', 'the relation %j is denied: %s'],
    ],
  },
  E1: {
    what: 'this machine and private networks, however they are written',
    tests: [
      ['src/server/http/outgoing/outgoing.test.ts', 'refuses %s'],
      ['src/engines/host/reach/reach.test.ts', '%s is this machine'],
    ],
  },
  E2: {
    what: 'redirects, and names whose address changes',
    tests: [
      [
        'src/server/http/outgoing/outgoing.test.ts',
        'asks for the address of a name once, so that a second answer of the name server changes nothing',
      ],
      ['src/server/http/outgoing/outgoing.test.ts', 'checks where a redirect leads, and sends no secrets to another origin'],
      ['src/engines/host/reach/reach.test.ts', 'the connection goes to the address that was checked, whatever the name says later'],
    ],
  },
  E3: { what: 'other schemes and ports', tests: [['src/server/http/outgoing/outgoing.test.ts', 'refuses port %s']] },
  E4: {
    what: 'trying connections to find open ports',
    tests: [
      [`${api}/access-matrix.test.ts`, 'every route has a row, and every row a route'],
      [`${resources}/database/connection/reach.test.ts`, 'does not look at ports of %s for the form'],
    ],
  },
  E5: { what: 'pictures that load from elsewhere', unbuilt: 'Pictures are drawn without a browser, and nothing in them is fetched.' },
  E6: {
    what: 'answers without end',
    tests: [['src/server/http/outgoing/outgoing.test.ts', 'cuts a response that is too large or too slow']],
  },
  F1: {
    what: 'markup in every name, value and text',
    tests: [
      ['test/e2e/hostile-payloads.spec.ts', 'cells of a table, which may show HTML'],
      ['test/e2e/hostile-payloads.spec.ts', 'tabs, headings, cards and filters of a dashboard'],
      ['test/e2e/hostile-payloads.spec.ts', 'CSS of a dashboard'],
      ['test/e2e/hostile-lists.spec.ts', 'names at ${list}'],
      ['test/e2e/hostile-lists.spec.ts', 'people, as users and as owners'],
      ['test/e2e/hostile-lists.spec.ts', 'titles of dashboards, in their list and on their own page'],
      ['test/e2e/hostile-charts.spec.ts', 'annotations and their tooltips'],
      ['test/e2e/hostile-charts.spec.ts', 'an error of a query, in a chart and in a toast'],
      ['test/e2e/hostile-uploads.spec.ts', 'names of files'],
      ['test/e2e/hostile-uploads.spec.ts', 'columns of a file'],
      ['test/e2e/hostile-names.spec.ts', 'every list shows names as they are'],
      ['src/charts/hostile-texts.test.ts', 'the tooltips of %s are written by it'],
      ['src/server/render/hostile-texts.test.ts', '%s are text'],
      ['src/server/http/outgoing/send-mail.test.ts', 'names of any kind are only text in the letter %s'],
      ['test/e2e/bad-dashboards.spec.ts', "'attacked' in window"],
      ['src/charts/shared/text/HtmlText.test.tsx', 'test'],
      ['src/web/window/plain-markup.test.ts', '%j is shown as text'],
      ['src/web/window/plain-markup.test.ts', 'no payload stays a tag'],
    ],
  },
  F2: {
    what: 'styles of a dashboard',
    tests: [['test/e2e/own-css.spec.ts', 'the CSS of a dashboard applies to its content only and loads nothing']],
  },
  F3: {
    what: 'answers that are taken for pages',
    tests: [[`${api}/edge.test.ts`, 'says what it is, on every route: nothing is taken for a page that is none']],
  },
  F4: {
    what: 'the content policy of every page',
    tests: [
      [`${api}/edge.test.ts`, '%s runs only scripts with its own nonce, another one each time'],
      ['test/e2e/server.ts', 'securitypolicyviolation'],
    ],
  },
  F5: { what: 'links that are scripts', tests: [['src/charts/shared/text/HtmlText.test.tsx', 'javascript:']] },
  F6: {
    what: 'formulas in downloads',
    tests: [
      ['src/engines/encode/encode.test.ts', '%j is written %s'],
      ['src/engines/encode/encode.test.ts', 'a formula is written as it is where an installation wants that'],
    ],
  },
  G1: { what: 'writes by other sites, on every route', tests: [[`${api}/edge.test.ts`, '%s is refused on every route']] },
  G2: {
    what: 'links that write',
    tests: [
      [`${api}/edge.test.ts`, 'that writes is refused to other sites and to pictures'],
      [`${resources}/security/security.test.ts`, 'an image with the address of a favourite link changes nothing'],
    ],
  },
  G3: { what: 'reads that write', tests: [[`${api}/edge.test.ts`, 'changes nothing, on any route and any kind of thing']] },
  G4: { what: 'sockets of other sites', unbuilt: 'There are no sockets; events are streamed to pages of the same origin.' },
  G5: { what: 'answers to other origins', tests: [[`${api}/edge.test.ts`, 'of another origin gets no leave to be read']] },
  H1: {
    what: 'where a log-in leads',
    tests: [
      [`${resources}/security/security.test.ts`, 'next=%s redirects to %s'],
      [`${resources}/sign_in/openid.test.ts`, 'does not lead to %s'],
    ],
  },
  H2: {
    what: 'hosts that a request names',
    tests: [
      ['src/server/http/edge/allowed-hosts.test.ts', 'permalinks use the public URL whatever host the request names'],
      [`${resources}/password_link/password-link.test.ts`, 'leads to the public address, whatever host the request names'],
    ],
  },
  H3: {
    what: 'addresses that a dataset opens',
    tests: [[`${api}/edge.test.ts`, 'a dataset leads to no script, whatever its default address says']],
  },
  I1: {
    what: 'every route, caller and kind of object',
    tests: [[`${api}/access-matrix.test.ts`, 'every route has a row, and every row a route']],
  },
  I2: {
    what: 'ids of others in a body',
    tests: [
      [`${api}/access-matrix.pairs.test.ts`, 'a layout cannot add a chart that the owner of the dashboard may not see'],
      [`${resources}/chart/chart.test.ts`, 'can be put on a dashboard only by users who may change that dashboard'],
    ],
  },
  I3: {
    what: 'columns that a list does not show',
    tests: [[`${api}/edge.test.ts`, 'is neither filtered, sorted nor shown by what is not in it']],
  },
  I4: {
    what: 'links of others',
    tests: [[`${api}/rights.test.ts`, 'the value of a permalink is visible only with access to its dashboard']],
  },
  I5: { what: 'pictures of hidden charts', tests: [[`${resources}/thumbnail/thumbnail.test.ts`, 'gives 404 without access']] },
  I6: {
    what: 'results of others',
    tests: [
      [`${api}/sqllab/files.test.ts`, 'is read again by its owner alone'],
      [`${api}/sqllab/postgres.test.ts`, 'leave a result that is read by its key, by their owner only'],
    ],
  },
  I7: { what: 'secrets in any answer', tests: [[`${api}/kept-secrets.test.ts`, 'is in an answer, but where it is made']] },
  J1: { what: 'names in archives', tests: [[`${api}/bundles.test.ts`, '%s, without an error of the server']] },
  J2: {
    what: 'archives that grow',
    tests: [
      [`${api}/bundles.test.ts`, '%s, before it is unpacked'],
      [`${resources}/upload/unpack.test.ts`, '%s is rejected and leaves nothing'],
    ],
  },
  J3: { what: 'YAML that does something', tests: [[`${api}/bundles.test.ts`, 'whose YAML has %s']] },
  J4: {
    what: 'imports over objects of others',
    tests: [[`${api}/bundles.test.ts`, 'for databases if the user may only write charts, and for objects of others']],
  },
  J5: { what: 'imports that fail half-way', tests: [[`${api}/bundles.test.ts`, 'as a whole if a part of it cannot be written']] },
  J6: {
    what: 'damaged and endless files',
    tests: [
      ['src/server/ingest/ingest.test.ts', 'rejects an unreadable file with one sentence and leaves nothing behind'],
      ['src/server/ingest/ingest.test.ts', 'an endless file'],
      ['test/fuzz/damaged-files.test.ts', 'is rejected with one sentence'],
    ],
  },
  K1: {
    what: 'secrets in logs, answers and the action log',
    tests: [
      [`${api}/kept-secrets.test.ts`, 'is in the log, which is full'],
      [`${api}/kept-secrets.test.ts`, 'is in an answer, but where it is made'],
    ],
  },
  K2: {
    what: 'a stored password at another host',
    tests: [[`${api}/connections.test.ts`, 'a stored password is not sent to another host']],
  },
  K3: {
    what: 'secrets in the files of the metadata',
    tests: [[`${api}/kept-secrets.test.ts`, 'is in the action log, nor anywhere in the files of the metadata']],
  },
  K4: {
    what: 'secrets in errors of engines',
    tests: [['test/engines/connections.test.ts', 'reports an invalid response without secrets of the connection']],
  },
  K5: {
    what: 'lines that are written into the log',
    tests: [['src/engines/host/errors/log-unexpected.test.ts', 'an error is one line whatever its text: %j']],
  },
  K6: {
    what: 'a new key',
    tests: [['src/server/secrets/rotate-key.test.ts', 'encrypts connections with the new key, and skips one whose key is lost']],
  },
  L1: {
    what: 'a guest who changes the query',
    tests: [
      [`${api}/guests.test.ts`, 'is refused %s'],
      [`${api}/chart-data-server.test.ts`, 'sees only the rows of the token, and can only send queries of the chart'],
    ],
  },
  L2: {
    what: 'a guest elsewhere',
    tests: [
      [`${resources}/embedded/embedded.test.ts`, 'opens its dashboard and no other'],
      [`${api}/guests.test.ts`, 'does not reach other things'],
    ],
  },
  L3: {
    what: 'tokens of guests that are none',
    tests: [
      [`${resources}/embedded/embedded.test.ts`, '%s is answered with 401 and the reason, also on public routes'],
      [`${api}/token-confusion.test.ts`, "'guest token'"],
    ],
  },
  L4: {
    what: 'who grants tokens, and with which rules',
    tests: [[`${resources}/embedded/embedded.test.ts`, 'is granted by those who may, for embedded dashboards and conditions only']],
  },
  L5: {
    what: 'pages around that are not allowed',
    tests: [
      [`${resources}/embedded/embedded.test.ts`, 'lets exactly the allowed domains frame its page'],
      ['test/e2e/embedded.spec.ts', 'a site that is not allowed sees nothing'],
    ],
  },
  L6: {
    what: 'a session beside a token',
    tests: [[`${resources}/embedded/embedded.test.ts`, 'wins over the session of the same browser']],
  },
  M1: {
    what: 'a session from before the log-in',
    tests: [[`${resources}/security/security.test.ts`, 'issues a new session token and ends the previous one']],
  },
  M2: {
    what: 'a session after its end',
    tests: [
      [`${resources}/security/security.test.ts`, 'ends after sessionDays, with the account, and when it is revoked'],
      [`${resources}/users/users.test.ts`, 'is logged out immediately when it is deactivated or its password is changed by another user'],
    ],
  },
  M3: {
    what: 'the cookie of a session',
    tests: [[`${resources}/security/security.test.ts`, 'has a Secure cookie if the request came over https']],
  },
  M4: { what: 'people who ask at once', tests: [[`${api}/edge.test.ts`, 'the answers of people who ask at once are never exchanged']] },
  N1: {
    what: 'bodies that are too large or too deep',
    tests: [
      [`${api}/large-bodies.test.ts`, 'a body that is too large'],
      ['src/core/encoding/json/json-bounds.test.ts', 'the bounds of a JSON text'],
    ],
  },
  N2: { what: 'limits beyond bounds', tests: [[`${api}/chart-data-bad-input.test.ts`, 'that are too large are lowered, with a warning']] },
  N3: { what: 'more points than can be drawn', tests: [[`${api}/injection.test.ts`, 'does not keep the server busy']] },
  N4: {
    what: 'results that are too large',
    tests: [[`${api}/chart-data-bad-input.test.ts`, 'truncate a result that is too large, with a warning']],
  },
  N5: {
    what: 'patterns that backtrack',
    tests: [
      [`${api}/injection.test.ts`, 'a pattern that backtracks'],
      ['src/engines/host/errors/errors.test.ts', 'a long text of repeated %j is cleaned quickly'],
      ['src/core/encoding/trimmed-end.test.ts', 'takes linear time'],
    ],
  },
  N6: { what: 'filters of lists', tests: [[`${api}/hostile.test.ts`, 'every filter accepts any value']] },
  N7: {
    what: 'one person with many queries',
    tests: [
      ['test/engines/host.test.ts', 'two users: fifty slow queries of one do not delay the other'],
      ['src/engines/host/queue/queue.test.ts', 'too many waiting entries are rejected with 429'],
    ],
  },
  N8: {
    what: 'statements that ignore limits',
    tests: [
      ['test/engines/host.test.ts', 'kills a runaway query that exceeds the memory limit, and its neighbour succeeds'],
      ['test/engines/host.test.ts', 'kills a query that ignores the interrupt after the grace period, and its neighbour runs again'],
    ],
  },
  N9: { what: 'reports to too many people', unbuilt: 'There are no reports and alerts yet.' },
  O1: { what: 'owning what is not theirs', tests: [[`${api}/edge.test.ts`, 'by owning what is not theirs']] },
  O2: {
    what: 'fields that a form does not have',
    tests: [
      [`${api}/edge.test.ts`, 'by fields that a form does not have'],
      [`${api}/edge.test.ts`, 'by fields that only the server writes'],
    ],
  },
  O3: {
    what: 'more rights by roles, tokens and rules',
    tests: [
      [`${resources}/api_token/api-tokens.test.ts`, 'has the rights of its person at the time, never more'],
      [
        `${api}/rights.test.ts`,
        'a permission pair of a role can be changed only by users who have all permissions of the role, before and after',
      ],
    ],
  },
  O4: { what: 'reports of somebody who lost access', unbuilt: 'There are no reports and alerts yet.' },
  O5: {
    what: 'rights that are taken back during a session',
    tests: [
      [`${api}/leavers.test.ts`, 'a role that is deleted while its people work grants nothing any more with their next request'],
      [`${api}/chart-data-server.test.ts`, 'are revoked immediately, also for a cached response'],
    ],
  },
  O6: { what: 'plugins from elsewhere', unbuilt: 'There are no dynamic plugins.' },
}
