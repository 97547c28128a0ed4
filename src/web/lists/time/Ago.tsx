import { ago, moment } from './ago.ts'

export const Ago = ({ time }: { time: string | null | undefined }) => (
  <time dateTime={time ?? undefined} title={moment(time)}>
    {ago(time)}
  </time>
)
