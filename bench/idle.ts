// Does nothing until it is killed, and says so first.
setInterval(() => {}, 1_000)
process.send?.('here')
