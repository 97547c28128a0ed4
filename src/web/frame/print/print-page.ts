/** From when the code is loaded, the page is prepared for paper however printing is started. */
export const preloadPrint = (): Promise<void> =>
  import('./print.ts').then(
    ({ watchPrint }) => watchPrint(),
    () => undefined,
  )

/** Without the code the page is printed as it is. */
export const printPage = (): void => void preloadPrint().then(() => window.print())
