const PasswordPage = () => null

export default PasswordPage
