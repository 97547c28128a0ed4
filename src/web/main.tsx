import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './app.tsx'
import { appName } from './data/base-path.ts'
import { embeddingDomains, isPublicLink } from './data/guest.ts'
import { queryClient } from './data/query-client.ts'
import { sessionQuery } from './data/session.ts'
import { listenForParent } from './embed/handshake.ts'
import { applyPageLanguage } from './data/log-in/page-language.ts'
import { startTheme } from './theme/theme.ts'
import { loadCode, reportLoadFault } from './lazy/load-fault.ts'
import { startOverlays } from './ui/overlay/parts.ts'
import { limitMarkup } from './window/plain-markup.ts'

// An embedded page gets the token of its viewer from the page around, and that of a public link when it opens the link.
if (embeddingDomains() !== null) listenForParent()
else if (!isPublicLink()) void queryClient.prefetchQuery(sessionQuery)
limitMarkup()
startTheme()
startOverlays({ load: loadCode, onFault: reportLoadFault })
document.title = appName()

const draw = (root: HTMLElement) =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )

const root = document.getElementById('root')
if (root) void applyPageLanguage().then(() => draw(root))
