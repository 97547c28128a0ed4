import { tokensOfConfig } from '#core/theme/from-antd.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { ownVariables } from '../../../theme/variables.ts'

/** The tokens of a theme as the style of an element, for all in it. */
export const themeStyle = (config: string | undefined): Record<string, string> => ownVariables(tokensOfConfig(readObject(config ?? null)))
