import { expect, it } from 'vitest'
import { advancedDataTypeNames, convertAdvanced } from './convert.ts'

it.each([
  ['port', ['80'], [[80]], '[80]'],
  ['port', ['http', 443], [[80], [443]], '[80], [443]'],
  ['port', ['FTP'], [[20, 21]], '[20, 21]'],
  ['port', [''], [['']], ''],
  ['internet_address', [''], [''], ''],
  ['internet_address', ['16843009'], [16843009], '16843009'],
  ['internet_address', ['10.0.0.1/24'], [{ start: 167772160, end: 167772415 }], '167772160 - 167772415'],
  ['internet_address', ['1.1.1.1'], [16843009], '16843009'],
  [
    'internet_address',
    ['255.255.255.255', '10.0.0.0/24'],
    [4294967295, { start: 167772160, end: 167772415 }],
    '4294967295, 167772160 - 167772415',
  ],
  ['internet_address', ['0.0.0.0/0'], [{ start: 0, end: 4294967295 }], '0 - 4294967295'],
])('%s %j', (type, sent, values, display) => {
  expect(convertAdvanced(type, sent)).toMatchObject({ values, display_value: display, error_message: '' })
})

it.each([
  ['port', '0'],
  ['port', '65536'],
  ['port', 'constructor'],
  ['port', '1.5'],
  ['internet_address', '1.1.1'],
  ['internet_address', '1.1.1.256'],
  ['internet_address', '10.0.0.0/33'],
])('%s has no %j: it is named, what stands before it is converted, and filters may do the same', (type, sent) => {
  const operators = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL']
  const good = type === 'port' ? { values: [[22]], display_value: '[22]' } : { values: [1], display_value: '1' }
  const what = type === 'port' ? 'a port name or number' : 'an IPv4 or IPv6 network'
  expect(convertAdvanced(type, [type === 'port' ? 'ssh' : '0.0.0.1', sent, '1'])).toEqual({
    ...good,
    error_message: `'${sent}' does not appear to be ${what}`,
    valid_filter_operators: operators,
  })
})

it('knows its types and no others', () => {
  for (const name of advancedDataTypeNames()) expect(convertAdvanced(name, ['x'])).not.toBeNull()
  expect(convertAdvanced('nope', ['80'])).toBeNull()
})
