import { TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { readObject } from '#core/encoding/read-object.ts'
import { t } from '#core/i18n/t.ts'
import { lowContrasts, minContrast, type TextKind } from '#core/theme/contrast.ts'
import { tokensOfConfig, type ThemeTokens } from '#core/theme/from-antd.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { cssVariables, ownVariables } from '../../theme/variables.ts'
import css from './ThemePreview.module.css'

/** Both faces with the tokens as they are typed, and what would be hard to read. */
export const ThemePreview = ({ text }: { text: string }) => {
  const tokens = tokensOfConfig(readObject(text))
  return (
    <section className={css['faces']} aria-label={t('Preview')}>
      <Face face="light" title={t('Light')} tokens={tokens} />
      <Face face="dark" title={t('Dark')} tokens={tokens} />
    </section>
  )
}

type FaceProps = { face: ThemeName; title: string; tokens: ThemeTokens }

const Face = ({ face, title, tokens }: FaceProps) => {
  const variables = { ...cssVariables(face), ...ownVariables(tokens), colorScheme: face } as CSSProperties
  const low = lowContrasts(face, tokens)
  return (
    <div>
      <div className={css['face']} style={variables} aria-hidden>
        <div className={css['card']}>
          <strong>{title}</strong>
          <span className={css['second']}>{t('Secondary text')}</span>
          <span className={css['link']}>{t('A link')}</span>
          <span className={css['button']}>{t('A button')}</span>
        </div>
      </div>
      {low.length > 0 && (
        <ul className={css['warnings']} aria-live="polite">
          {low.map(({ kind, ratio }) => (
            <li key={kind}>
              <TriangleAlert aria-hidden />
              {t('%(what)s: hard to read, the contrast is %(ratio)s : 1 and should be %(min)s : 1', {
                what: textOf(kind),
                ratio: ratio.toFixed(1),
                min: minContrast,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const textOf = (kind: TextKind): string =>
  ({
    pageText: t('Text on the page'),
    cardText: t('Text on cards'),
    secondaryText: t('Secondary text'),
    faintText: t('Faint text'),
    link: t('Links'),
    button: t('Text on buttons'),
    success: t('Success messages'),
    warning: t('Warnings'),
    error: t('Error messages'),
  })[kind]
