import { describe, expect, it } from 'vitest'
import { lowContrasts } from './contrast.ts'
import { faceOfConfig, tokensOfConfig } from './from-antd.ts'

describe('tokens of a configuration', () => {
  it('are named as ours', () => {
    const token = { colorPrimary: '#AA0066', colorBgBase: 'rgb(1, 2, 3)', fontFamily: 'Arial, sans-serif', borderRadius: 6, unknown: 'red' }
    expect(tokensOfConfig({ token })).toEqual({
      accent: '#AA0066',
      canvas: 'rgb(1, 2, 3)',
      surface: 'rgb(1, 2, 3)',
      raised: 'rgb(1, 2, 3)',
      fontText: 'Arial, sans-serif',
      radius: '6px',
    })
  })

  it.each(['url(https://evil.test)', 'red; background: url(x)', 'expression(1)', '#12', 5, null, 'rgb(1,2,3);'])(
    'leave out %j',
    (value) => {
      expect(tokensOfConfig({ token: { colorPrimary: value, fontFamily: 'x; }', borderRadius: 'calc(1px)' } })).toEqual({})
    },
  )

  it.each([null, 'x', [], { token: [] }, { token: null }])('are none in %j', (config) => {
    expect(tokensOfConfig(config)).toEqual({})
  })

  it('say which face they start from', () => {
    expect([{ algorithm: 'dark' }, { algorithm: ['compact', 'dark'] }, { algorithm: 'default' }, {}].map(faceOfConfig)).toEqual([
      'dark',
      'dark',
      'light',
      null,
    ])
  })
})

describe('contrast', () => {
  it('is enough in both faces of the product', () => {
    expect([lowContrasts('light', {}), lowContrasts('dark', {})]).toEqual([[], []])
  })

  it('is not judged in other notations', () => {
    expect(lowContrasts('light', { accent: 'yellow', text: 'rgb(250, 250, 250)' })).toEqual([])
  })

  it('is reported where tokens lower it', () => {
    expect(lowContrasts('light', { accent: '#FFEE00' }).map(({ kind }) => kind)).toEqual(['link', 'button'])
  })
})
