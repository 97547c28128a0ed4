import { useEffect, useState } from 'react'

const waiting: (() => void)[] = []
let channel: MessageChannel | null = null

const runNext = () => {
  waiting.shift()?.()
  if (waiting.length > 0) askForTurn()
}

/** After the next frame was painted, so that input and painting come first. */
const askForTurn = () => {
  if (!channel) {
    channel = new MessageChannel()
    channel.port1.addEventListener('message', runNext)
    channel.port1.start()
  }
  requestAnimationFrame(() => channel?.port2.postMessage(null))
}

const waitForTurn = (run: () => void): (() => void) => {
  waiting.push(run)
  if (waiting.length === 1) askForTurn()
  return () => {
    const at = waiting.indexOf(run)
    if (at >= 0) waiting.splice(at, 1)
  }
}

/** Becomes true once `isReady`, for one caller per frame: many pictures never block the page together. */
export const useTurn = (isReady: boolean): boolean => {
  const [hasTurn, setTurn] = useState(false)
  useEffect(() => (isReady && !hasTurn ? waitForTurn(() => setTurn(true)) : undefined), [isReady, hasTurn])
  return hasTurn
}
