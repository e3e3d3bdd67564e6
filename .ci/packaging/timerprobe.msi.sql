-- A statement a line, for msibuild.

-- The folder on the machine's PATH, at its end; taken out again with the program.
CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)
INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('Path', '=-*PATH', '[~];[INSTALLDIR]', 'Program')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveEnvironmentStrings', '', 3300)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('WriteEnvironmentStrings', '', 5200)

-- Windows compares three numbers of a version, so a pre-release is as old as its release: one version replaces another build of itself. 1 takes the features along, 512 counts the version itself.
DELETE FROM `Upgrade` WHERE `ActionProperty` = 'WIX_UPGRADE_DETECTED'
INSERT INTO `Upgrade` (`UpgradeCode`, `VersionMin`, `VersionMax`, `Language`, `Attributes`, `Remove`, `ActionProperty`) VALUES ('@UPGRADE@', '', '@VERSION@', '', 513, '', 'WIX_UPGRADE_DETECTED')

-- Within the transaction: an upgrade that fails leaves the version before it.
UPDATE `InstallExecuteSequence` SET `Sequence` = 1510 WHERE `Action` = 'RemoveExistingProducts'

-- 51 sets a property. In the folder where it or the version before it is, unless one is named; and where it is, for the list of installed programs.
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('KeepFolder', 51, 'INSTALLDIR', '[INSTALLEDIN]')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('TellFolder', 51, 'ARPINSTALLLOCATION', '[INSTALLDIR]')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('KeepFolder', 'INSTALLEDIN AND NOT INSTALLDIR', 60)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('TellFolder', '', 1010)

-- Its options are those that it is asked for, else those that it has, else a log of its own.
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('KeepOptions', 51, 'WATCHOPTIONS', '[WATCHEDWITH]')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('SetOptions', 51, 'WATCHOPTIONS', '--log "[WatchFolder]watch.jsonl"')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('KeepOptions', 'WATCHEDWITH AND NOT WATCHOPTIONS', 1020)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('SetOptions', 'NOT WATCHOPTIONS', 1030)

-- The service is that of the feature Watch: & is what becomes of a feature and ! what it was, 3 there and 2 not.
UPDATE `InstallExecuteSequence` SET `Condition` = 'VersionNT AND (&Watch=3 OR (!Watch=3 AND NOT &Watch=2))' WHERE `Action` = 'InstallServices'

-- It starts after what is more urgent: 5 is at each installation, 3 SERVICE_CONFIG_DELAYED_AUTO_START_INFO.
CREATE TABLE `MsiServiceConfig` (`MsiServiceConfig` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL, `Event` INT NOT NULL, `ConfigType` LONG NOT NULL, `Argument` CHAR(255), `Component_` CHAR(72) NOT NULL PRIMARY KEY `MsiServiceConfig`)
INSERT INTO `MsiServiceConfig` (`MsiServiceConfig`, `Name`, `Event`, `ConfigType`, `Argument`, `Component_`) VALUES ('Watch', 'TimerProbeWatch', 5, 3, '1', 'Watch')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('MsiConfigureServices', 'VersionMsi >= "5.00"', 5850)

-- Administrators, the system and the account of the service, whose identifier follows from its name, and nobody else.
CREATE TABLE `MsiLockPermissionsEx` (`MsiLockPermissionsEx` CHAR(72) NOT NULL, `LockObject` CHAR(72) NOT NULL, `Table` CHAR(32) NOT NULL, `SDDLText` CHAR(255) NOT NULL, `Condition` CHAR(255) PRIMARY KEY `MsiLockPermissionsEx`)
INSERT INTO `MsiLockPermissionsEx` (`MsiLockPermissionsEx`, `LockObject`, `Table`, `SDDLText`, `Condition`) VALUES ('WatchFolder', 'WatchFolder', 'CreateFolder', 'O:BAD:P(A;OICI;FA;;;BA)(A;OICI;FA;;;SY)(A;OICI;0x1301bf;;;S-1-5-80-2726069055-46514468-2346509579-1248527524-801569519)', '')

-- The parts of the registry that 64-bit programs see: 2 takes the value as it is, 16 is 64-bit.
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'WindowsBuild'
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'InstalledIn'
UPDATE `RegLocator` SET `Type` = 18 WHERE `Signature_` = 'WatchedWith'

-- #% makes a value one with variables.
UPDATE `Registry` SET `Value` = '#%%SystemRoot%\System32\EventCreate.exe' WHERE `Name` = 'EventMessageFile'

-- What a search found before an administrator was asked for is known after it too.
UPDATE `Property` SET `Value` = 'INSTALLEDIN;WATCHEDWITH;WATCHOPTIONS;WINDOWSBUILD;WIX_DOWNGRADE_DETECTED;WIX_UPGRADE_DETECTED' WHERE `Property` = 'SecureCustomProperties'
