import type { CSSProperties, ReactElement } from 'react'
import type { EmbedOptions } from './embed.d.ts'

export type DashboardProps = Omit<EmbedOptions, 'container'> & { className?: string; style?: CSSProperties }

/** A dashboard, or with `chart` one of its charts. */
export const Dashboard: (props: DashboardProps) => ReactElement
