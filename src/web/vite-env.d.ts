/// <reference types="vite/client" />

/** TypeScript's types of the DOM know strings only, so what a policy makes passes as one. */
interface TrustedTypesPolicy {
  createHTML(text: string): string
  createScriptURL(address: string): string
}

/** Turns text into what markup and code may be made of. Without a function it makes none of that kind. */
interface TrustedTypesRules {
  createHTML?: (text: string) => string
  createScriptURL?: (address: string) => string
}

/** Missing in browsers that enforce no trusted types, and in tests. */
declare var trustedTypes: { createPolicy(name: string, rules: TrustedTypesRules): TrustedTypesPolicy } | undefined
