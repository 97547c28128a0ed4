const DatabasesPage = () => null

export default DatabasesPage
