const NotFoundPage = () => null

export default NotFoundPage
