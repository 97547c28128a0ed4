// Reports that it is ready and idles until it is killed.
setInterval(() => {}, 1_000)
process.send?.('here')
