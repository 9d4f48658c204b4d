// Only what the form can do without: show the password.
const box = document.querySelector('[data-show]');
if (box) {
  box.parentElement.hidden = false;
  box.addEventListener('change', () => {
    document.querySelector('[name="password"]').type = box.checked ? 'text' : 'password';
  });
}
