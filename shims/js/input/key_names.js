// Named key values (UI Events KeyboardEvent key Values) and key codes (… code Values) that Chromium knows. A CDP key event with
// any other name has "" there.

const KEYS = new Set(`Accept Again AllCandidates Alphanumeric Alt AltGraph AppSwitch ArrowDown ArrowLeft ArrowRight ArrowUp
  Attn AudioBalanceLeft AudioBalanceRight AudioBassBoostDown AudioBassBoostToggle AudioBassBoostUp AudioFaderFront
  AudioFaderRear AudioSurroundModeNext AudioTrebleDown AudioTrebleUp AudioVolumeDown AudioVolumeMute AudioVolumeUp
  AVRInput AVRPower Backspace BrightnessDown BrightnessUp BrowserBack BrowserFavorites BrowserForward BrowserHome
  BrowserRefresh BrowserSearch BrowserStop Call Camera CameraFocus Cancel CapsLock ChannelDown ChannelUp Clear Close
  ClosedCaptionToggle CodeInput ColorF0Red ColorF1Green ColorF2Yellow ColorF3Blue ColorF4Grey ColorF5Brown Compose
  ContextMenu Control Convert Copy CrSel Cut Dead Delete Dimmer DisplaySwap DVR Eisu Eject End EndCall Enter EraseEof
  Escape Execute Exit ExSel F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24
  FavoriteClear0 FavoriteClear1 FavoriteClear2 FavoriteClear3 FavoriteRecall0 FavoriteRecall1 FavoriteRecall2
  FavoriteRecall3 FavoriteStore0 FavoriteStore1 FavoriteStore2 FavoriteStore3 FinalMode Find Fn FnLock GoBack GoHome
  GroupFirst GroupLast GroupNext GroupPrevious Guide GuideNextDay GuidePreviousDay HangulMode HanjaMode Hankaku
  HeadsetHook Help Hibernate Hiragana HiraganaKatakana Home Hyper Info Insert InstantReplay JunjaMode KanaMode KanjiMode
  Katakana Key11 Key12 LastNumberRedial LaunchApplication1 LaunchApplication2 LaunchAssistant LaunchCalendar
  LaunchContacts LaunchControlPanel LaunchMail LaunchMediaPlayer LaunchMusicPlayer LaunchPhone LaunchScreenSaver
  LaunchSpreadsheet LaunchWebBrowser LaunchWebCam LaunchWordProcessor Link ListProgram LiveContent Lock LogOff MailForward
  MailReply MailSend MannerMode MediaApps MediaAudioTrack MediaClose MediaFastForward MediaLast MediaNextTrack MediaPause
  MediaPlay MediaPlayPause MediaPreviousTrack MediaRecord MediaRewind MediaSkipBackward MediaSkipForward
  MediaStepBackward MediaStepForward MediaStop MediaTopMenu MediaTrackNext MediaTrackPrevious Meta
  MicrophoneToggle MicrophoneVolumeDown MicrophoneVolumeMute MicrophoneVolumeUp ModeChange NavigateIn NavigateNext
  NavigateOut NavigatePrevious New NextCandidate NextFavoriteChannel NextUserProfile NonConvert Notification NumLock
  OnDemand Open PageDown PageUp Pairing Paste Pause PinPDown PinPMove PinPToggle PinPUp Play PlaySpeedDown PlaySpeedReset
  PlaySpeedUp Power PowerOff PreviousCandidate Print PrintScreen Process Props RandomToggle RcLowBattery RecordSpeedNext
  Redo RfBypass Romaji Save ScanChannelsToggle ScreenModeNext ScrollLock Select Settings Shift SingleCandidate Soft1
  Soft2 Soft3 Soft4 Soft5 Soft6 Soft7 Soft8 SpeechCorrectionList SpeechInputToggle SpellCheck SplitScreenToggle Standby
  STBInput STBPower Subtitle Super Symbol SymbolLock Tab Teletext TV TV3DMode TVAntennaCable TVAudioDescription
  TVAudioDescriptionMixDown TVAudioDescriptionMixUp TVContentsMenu TVDataService TVInput TVInputComponent1
  TVInputComponent2 TVInputComposite1 TVInputComposite2 TVInputHDMI1 TVInputHDMI2 TVInputHDMI3 TVInputHDMI4 TVInputVGA1
  TVMediaContext TVNetwork TVNumberEntry TVPower TVRadioService TVSatellite TVSatelliteBS TVSatelliteCS
  TVSatelliteToggle TVTerrestrialAnalog TVTerrestrialDigital TVTimer Undo Unidentified VideoModeNext VoiceDial WakeUp
  Wink Zenkaku ZenkakuHankaku ZoomIn ZoomOut ZoomToggle`.split(/\s+/));

const CODES = new Set(`Abort Again AltLeft AltRight ArrowDown ArrowLeft ArrowRight ArrowUp AudioVolumeDown AudioVolumeMute
  AudioVolumeUp Backquote Backslash Backspace BracketLeft BracketRight BrightnessDown BrightnessUp BrowserBack
  BrowserFavorites BrowserForward BrowserHome BrowserRefresh BrowserSearch BrowserStop CapsLock Comma ContextMenu
  ControlLeft ControlRight Convert Copy Cut Delete Digit0 Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9
  DisplayToggleIntExt Eject End Enter Equal Escape F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19
  F20 F21 F22 F23 F24 Find Fn FnLock Help Home Hyper Insert IntlBackslash IntlRo IntlYen KanaMode KeyA KeyB KeyC KeyD
  KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT KeyU KeyV KeyW KeyX KeyY KeyZ
  KeyboardLayoutSelect Lang1 Lang2 Lang3 Lang4 Lang5 LaunchApp1 LaunchApp2 LaunchAssistant LaunchControlPanel LaunchMail
  LaunchScreenSaver MailForward MailReply MailSend MediaFastForward MediaPause MediaPlay MediaPlayPause MediaRecord
  MediaRewind MediaSelect MediaStop MediaTrackNext MediaTrackPrevious MetaLeft MetaRight Minus NonConvert NumLock
  Numpad0 Numpad1 Numpad2 Numpad3 Numpad4 Numpad5 Numpad6 Numpad7 Numpad8 Numpad9 NumpadAdd NumpadBackspace
  NumpadClear NumpadClearEntry NumpadComma NumpadDecimal NumpadDivide NumpadEnter NumpadEqual NumpadMemoryAdd
  NumpadMemoryClear NumpadMemoryRecall NumpadMemoryStore NumpadMemorySubtract NumpadMultiply NumpadParenLeft
  NumpadParenRight NumpadSubtract Open PageDown PageUp Paste Pause Period Power PrintScreen PrivacyScreenToggle Props
  Quote Resume ScrollLock Select SelectTask Semicolon ShiftLeft ShiftRight ShowAllWindows Slash Sleep Space Super
  Suspend Tab Turbo Undo WakeUp ZoomToggle`.split(/\s+/));

const CONTROLS = { "\r": "Enter", "\n": "Enter", "\b": "Backspace", "\t": "Tab", "\x1b": "Escape", "\x7f": "Delete" };

/** The `key` of an event for what the caller named: a named key or one character; "" for anything else. */
export function keyName(text) {
  text = `${text ?? ""}`;
  if (CONTROLS[text] !== undefined) return CONTROLS[text];
  return KEYS.has(text) || [...text].length === 1 ? text : "";
}

/** The `code` of an event; "" for names that are no key code. */
export function codeName(text) {
  text = `${text ?? ""}`;
  return CODES.has(text) ? text : "";
}
