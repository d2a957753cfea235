import { Link } from '@tanstack/react-router';
import { SignInFrame } from './SignInFrame.tsx';

/** Passwords are set by an administrator: this page says whom to ask. */
export function ForgottenPasswordScreen() {
  return (
    <SignInFrame title="Mot de passe oublié ?">
      <p>
        Adressez-vous à l’administrateur de votre collectivité&nbsp;: lui seul peut vous donner un nouveau mot
        de passe.
      </p>
      <p>
        Dites-lui votre pseudo ou votre adresse email. Il vous remettra le nouveau mot de passe de la main à
        la main&nbsp;; ne l’envoyez jamais par message.
      </p>
      <p>Si vous êtes administrateur, adressez-vous au Super Admin de la plate-forme.</p>
      <p>
        <Link to="/login">Revenir à la connexion</Link>
      </p>
    </SignInFrame>
  );
}
