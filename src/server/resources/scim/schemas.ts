/** The attributes that are kept, as data: for `/Schemas`, and to read what clients send. */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'dateTime' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable'
  returned: 'default' | 'always'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: more.subAttributes ? 'complex' : 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const id = attribute('id', 'What the resource is called here', {
  caseExact: true,
  mutability: 'readOnly',
  returned: 'always',
  uniqueness: 'server',
})
const externalId = attribute('externalId', 'What the client calls it', { caseExact: true })
const meta = attribute('meta', 'About the resource', {
  mutability: 'readOnly',
  subAttributes: [
    attribute('resourceType', 'Its type', { mutability: 'readOnly', caseExact: true }),
    attribute('created', 'When it was made', { type: 'dateTime', mutability: 'readOnly' }),
    attribute('lastModified', 'When it was last changed', { type: 'dateTime', mutability: 'readOnly' }),
    attribute('location', 'Its address', { type: 'reference', mutability: 'readOnly', caseExact: true }),
  ],
})

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** Any attribute of a person, by the name that row rules and templates use. */
export const attributesUrn = 'urn:chartroom:params:scim:schemas:extension:attributes:2.0:User'

const userAttributes: Attribute[] = [
  id,
  externalId,
  meta,
  attribute('userName', 'The name to log in with', { required: true, uniqueness: 'server' }),
  attribute('name', 'The name of the person', {
    subAttributes: [
      attribute('formatted', 'Both names', { mutability: 'readOnly' }),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
    ],
  }),
  attribute('displayName', 'The name as it is shown elsewhere'),
  attribute('nickName', 'A casual name'),
  attribute('title', 'The job'),
  attribute('userType', 'The kind of person, such as Employee'),
  attribute('preferredLanguage', 'A language'),
  attribute('locale', 'A locale'),
  attribute('timezone', 'A time zone'),
  attribute('active', 'Whether the person may log in; whoever may not is signed out at once', { type: 'boolean' }),
  attribute('emails', 'One address is kept: the primary one, or else the first', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address', { uniqueness: 'server' }),
      attribute('type', 'Always work'),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups of the person', {
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The id of the group', { mutability: 'readOnly', caseExact: true }),
      attribute('$ref', 'Its address', { type: 'reference', mutability: 'readOnly', caseExact: true }),
      attribute('display', 'Its name', { mutability: 'readOnly' }),
    ],
  }),
]

const enterpriseAttributes: Attribute[] = [
  attribute('employeeNumber', 'A number or code'),
  attribute('costCenter', 'A cost centre'),
  attribute('organization', 'An organisation'),
  attribute('division', 'A division'),
  attribute('department', 'A department'),
  attribute('manager', 'The manager', { subAttributes: [attribute('value', 'What the client calls the manager', { caseExact: true })] }),
]

const groupAttributes: Attribute[] = [
  id,
  externalId,
  meta,
  attribute('displayName', 'The name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'The people of the group; groups hold no groups', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the person', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'The address of the person', { type: 'reference', mutability: 'immutable', caseExact: true }),
      attribute('type', 'Always User', { mutability: 'immutable' }),
      attribute('display', 'The name of the person', { mutability: 'readOnly' }),
    ],
  }),
]

/** A type of resources: its own attributes, and those of its extensions by their URN; null: any name. */
export type ResourceKind = {
  name: 'User' | 'Group'
  endpoint: '/Users' | '/Groups'
  urn: string
  attributes: readonly Attribute[]
  extensions: Readonly<Record<string, readonly Attribute[] | null>>
  /** Attributes of RFC 7643 that clients send by default, and that nothing here needs. */
  ignored: readonly string[]
}

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  urn: userUrn,
  attributes: userAttributes,
  extensions: { [enterpriseUrn]: enterpriseAttributes, [attributesUrn]: null },
  ignored: ['addresses', 'phonenumbers', 'ims', 'photos', 'profileurl', 'entitlements', 'roles', 'x509certificates', 'password', 'schemas'],
}

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  urn: groupUrn,
  attributes: groupAttributes,
  extensions: {},
  ignored: ['schemas'],
}

/** An attribute by its name, which has no case. */
export const attributeNamed = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((one) => one.name.toLowerCase() === name.toLowerCase())
