import { colors, fonts, type ThemeName } from '#core/theme/tokens.ts'

/** Tokens that the frames use; the page's own code sets the same variables when it runs. */
const tokens = ['canvas', 'surface', 'line', 'text', 'text2', 'text3', 'accent', 'shadow'] as const

const tokenVariables = (): [string, readonly [string, string]][] =>
  tokens.map((name) => [`--${name.replace(/\d$/, '-$&')}`, [colors.light[name], colors.dark[name]]])

/** The rules that give CSS variables their value in each theme. */
export const themeRules = (variables: Readonly<Record<string, readonly [light: string, dark: string]>>): string => {
  const entries = [...tokenVariables(), ...Object.entries(variables)]
  const block = (theme: ThemeName) => `{${entries.map(([name, [light, dark]]) => `${name}:${theme === 'light' ? light : dark}`).join(';')}}`
  const dark = block('dark')
  return `:root${block('light')}@media(prefers-color-scheme:dark){:root:not([data-theme=light])${dark}}:root[data-theme=dark]${dark}`
}

/** Measures of the page's own stylesheets; a browser test compares the frames with those of the page. */
export const frameRules = `
*,::before,::after{box-sizing:border-box}
html,body{height:100%;margin:0}
body{overflow:hidden}
#first{position:fixed;z-index:10;inset:0;display:flex;flex-direction:column;background:var(--canvas);color:var(--text);font:400 14px/20px ${fonts.text};pointer-events:none}
body:has(#root :is([data-page],h1,h2,form,[role=alert])) #first{display:none}
#first .bar{flex:none;height:48px;border-bottom:1px solid var(--line);background:var(--surface);padding:14px 16px;font:600 16px/20px ${fonts.text};letter-spacing:-.01em}
#first .page{display:flex;flex:1;min-height:0}
#first .side{flex:none;width:280px;border-right:1px solid var(--line);background:var(--surface)}
#first .side.closed{width:40px}
#first .filters{flex:none;height:76px;border-bottom:1px solid var(--line);background:var(--surface)}
#first .filters.drawer{height:40px}
#first .main{display:flex;flex:1;flex-direction:column;min-width:0}
#first .head{flex:none;border-bottom:1px solid var(--line);background:var(--surface)}
#first .titleRow{display:flex;align-items:center;height:52px;padding:0 24px}
#first .title{overflow:hidden;font-size:20px;font-weight:600;line-height:28px;text-overflow:ellipsis;white-space:nowrap}
#first .tabStrip{display:flex;gap:24px;height:36px;overflow:hidden;border-bottom:1px solid var(--line);color:var(--text-2);font-size:13px;font-weight:500;line-height:36px;white-space:nowrap}
#first .head .tabStrip{margin-bottom:-1px;padding:0 24px;border-bottom:0}
#first .tabStrip .open{border-bottom:2px solid var(--accent);color:var(--text)}
#first .scroller{flex:1;min-height:0;overflow:hidden auto;pointer-events:auto}
#first .stage{padding:16px 24px 24px}
#first :is(.stack,.column,.tabs){display:flex;flex-direction:column;gap:16px;min-width:0}
#first .stack{min-height:48px}
#first .later{animation:later 1ms}
@keyframes later{from,to{content-visibility:hidden}}
#first .row{display:grid;align-items:start;gap:16px;min-width:0}
#first .white{border-radius:8px;background:var(--surface);box-shadow:0 0 0 8px var(--surface)}
#first .header{padding:4px 0;overflow-wrap:anywhere;font-weight:600;font-size:16px;line-height:24px}
#first .header.small{font-size:14px;line-height:20px}
#first .header.large{font-size:20px;line-height:28px}
#first .divider{padding:8px 0}
#first .divider div{height:1px;background:var(--line)}
#first .card{display:flex;flex-direction:column;height:var(--height);min-width:0;border:1px solid var(--line);border-radius:8px;background:var(--surface);padding:12px 16px 16px;container-type:inline-size}
#first .card.table{padding:12px 0 0}
#first .cardHead{flex:none;margin-bottom:12px;padding-right:38px}
#first .card.table .cardHead{padding:0 54px 0 16px}
@media(hover:hover){
@container(width<200px){#first .cardHead{padding-right:0}}
@container(width<232px){#first .card.table .cardHead{padding-right:16px}}
}
#first .name{height:20px;overflow:hidden;font-weight:600;text-overflow:ellipsis;white-space:nowrap}
#first .subtitle{overflow:hidden;color:var(--text-3);font-size:12px;line-height:16px;text-overflow:ellipsis;white-space:nowrap}
#first .subtitle.expanded{white-space:pre-line}
#first .body{position:relative;flex:1;min-height:0}
.first-picture{position:absolute;z-index:1;inset:0;overflow:hidden;background:var(--surface);pointer-events:none}
.first-picture svg{display:block;width:100%;height:100%}
@media(max-width:719px){
#first .stage{padding:12px 16px 24px}
#first .titleRow{height:auto;min-height:52px;padding:4px 8px 4px 16px}
#first .titleRow::after{content:'';flex:none;width:112px;margin-left:auto}
#first .title{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;white-space:normal}
#first .head .tabStrip{padding:0 16px}
#first .row{display:flex;flex-direction:column;align-items:stretch}
#first .card{height:auto}
#first .card .body{flex:none;aspect-ratio:4/3}
#first .card.figure{height:var(--height)}
#first .card.figure .body{flex:1;aspect-ratio:auto}
#first .card.table .body{height:min(var(--height),420px);aspect-ratio:auto}
}`
