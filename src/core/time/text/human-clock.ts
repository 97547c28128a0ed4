import { clockTime, DAY, weekdayOf } from '../civil.ts'

/** What a phrase has said so far. */
export type Said = { date: boolean; time: boolean }

/** A clock while a phrase is read. `weekday` is that of the last full computation: a date written out leaves it behind. */
export type Clock = { wall: number; weekday: number }

export type Reading = { now: number; said: Said; budget: { steps: number } }
export type Step = { rest: string; clock: Clock }
export type Rule = (text: string, clock: Clock, reading: Reading) => Step | undefined

export const at = (wall: number): Clock => ({ wall, weekday: weekdayOf(wall) })
export const keepingWeekday = (clock: Clock, wall: number): Clock => ({ wall, weekday: clock.weekday })
export const timeOf = (wall: number) => wall - Math.floor(wall / DAY) * DAY
export const atTime = (wall: number, time: number) => Math.floor(wall / DAY) * DAY + time
/** Phrases that name a day without a time mean nine o'clock. */
export const morning = clockTime(9)

export const without = (text: string, from: number, to: number) => `${text.slice(0, from)} ${text.slice(to)}`

export const halfDayPattern =
  /(?:[\s(["'-]|^)(?<hours>\d\d?)(?:(?<sep>:|)(?<minutes>\d\d?)(?:\k<sep>(?<seconds>\d\d?(?:[.,]\d+)?))?)?\s*(?<half>am|pm|a\.m\.|p\.m\.|a|p)\b/d
