import ConfigProvider from 'antd/es/config-provider'
import antTheme from 'antd/es/theme'
import type { ReactNode } from 'react'
import { colors, fonts, height, motion, radius, sizes, type ThemeName } from '#core/theme/tokens.ts'
import { useTheme } from './theme.ts'

const seconds = (ms: number) => `${ms / 1000}s`

const configOf = (name: ThemeName) => {
  const c = colors[name]
  return {
    cssVar: { key: 'chartroom' },
    hashed: false,
    algorithm: name === 'dark' ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm,
    token: {
      colorPrimary: c.accent,
      colorInfo: c.accent,
      colorSuccess: c.good,
      colorWarning: c.warn,
      colorError: c.bad,
      colorLink: c.accent,
      colorTextBase: c.text,
      colorBgBase: c.surface,
      colorBgContainer: c.surface,
      colorBgElevated: c.raised,
      colorBgLayout: c.canvas,
      colorBorder: c.lineStrong,
      colorBorderSecondary: c.line,
      colorSplit: c.line,
      colorText: c.text,
      colorTextSecondary: c.text2,
      colorTextTertiary: c.text3,
      colorTextPlaceholder: c.text3,
      colorTextLightSolid: c.onAccent,
      colorPrimaryBg: c.accentSoft,
      controlItemBgHover: c.hover,
      controlItemBgActive: c.accentSoft,
      controlItemBgActiveHover: c.accentSoft,
      boxShadow: c.shadow,
      boxShadowSecondary: c.shadow,
      fontFamily: fonts.text,
      fontFamilyCode: fonts.mono,
      fontSize: sizes.control,
      controlHeight: height.control,
      controlHeightSM: height.dense,
      borderRadius: radius.control,
      borderRadiusLG: radius.card,
      borderRadiusSM: radius.control,
      motionDurationFast: seconds(motion.fast),
      motionDurationMid: seconds(motion.fast),
      motionDurationSlow: seconds(motion.slow),
    },
    components: {
      Select: { optionSelectedFontWeight: 500, optionHeight: 32, optionPadding: '6px 12px' },
      Slider: { trackBg: c.accent, trackHoverBg: c.accent, handleColor: c.accent },
    },
  }
}

/** Wraps the pages that use antd; lists do without it. */
export const AntTheme = ({ children }: { children: ReactNode }) => {
  const name = useTheme((state) => state.name)
  return (
    <ConfigProvider theme={configOf(name)} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}
